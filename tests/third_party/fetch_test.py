"""What third_party/fetch.py promises: a set for every driver, nothing but the pinned bytes, nothing half. Needs no network:
the downloads are wheels made here."""

import contextlib
import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import unittest
import zipfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "third_party"))
import fetch  # noqa: E402
import which_set  # noqa: E402


def all_wheels(lock):
    for part in [lock["imgui"], lock["glad"], lock["cuda"], *lock["toolkits"].values()]:
        yield from part["wheels"]


class TheLockFile(unittest.TestCase):
    def setUp(self):
        self.lock = fetch.read_lock()

    def test_names_each_file_by_its_version_and_hash(self):
        for wheel in all_wheels(self.lock):
            self.assertRegex(wheel["sha256"], r"^[0-9a-f]{64}$")
            self.assertTrue(wheel["file"].startswith(f"{wheel['name'].replace('-', '_')}-{wheel['version']}-"), wheel)
            self.assertGreater(wheel["bytes"], 0)

    def test_gives_one_file_one_hash(self):
        seen = {}
        for wheel in all_wheels(self.lock):
            self.assertEqual(seen.setdefault(wheel["file"], wheel["sha256"]), wheel["sha256"])

    def test_holds_a_compiler_a_runtime_and_a_packer_in_every_set(self):
        for version, entry in self.lock["toolkits"].items():
            says = fetch.versions(version, entry["wheels"])
            self.assertTrue(says["nvrtc"].startswith(version + "."), says)
            self.assertTrue(says["runtime"].startswith(version + "."), says)
            self.assertGreaterEqual(tuple(map(int, says["fatbin"].split("."))), (12, 6), "older ones refuse -compress-mode=none")

    def test_agrees_with_the_table_of_toolkits_about_the_driver_that_a_set_asks_for(self):
        with open(os.path.join(SOURCE, "assets", "toolkits.json"), encoding="utf-8") as file:
            text = file.read()
        table = {entry["version"]: entry for entry in json.loads(text)["toolkits"]}
        for version, entry in self.lock["toolkits"].items():
            self.assertEqual(table[version]["driver_branch"], entry["driver"], version)
            self.assertTrue(table[version]["on_shelf"], version)


class TheSetForADriver(unittest.TestCase):
    def wanted(self, branch):
        return which_set.wanted_toolkit(fetch.read_lock(), branch)[0]

    def test_is_the_newest_whose_ptx_the_driver_reads(self):
        for branch, version in [(590, "13.0"), (580, "13.0"), (579, "12.9"), (575, "12.9"), (570, "12.8"), (565, "12.6"), (560, "12.6"),
                                (555, "12.4"), (550, "12.4"), (545, "12.2"), (535, "12.2"), (530, "12.0"), (525, "12.0"), (520, "11.8")]:
            self.assertEqual(self.wanted(branch), version, branch)

    def test_is_the_newest_of_all_without_a_driver(self):
        self.assertEqual(self.wanted(None), "13.0")

    def test_builds_for_the_card_that_is_there(self):
        for branch, card, version in [(580, 61, "12.9"), (580, 72, "12.9"), (580, 75, "13.0"), (570, 52, "12.8"), (580, 37, "11.8"), (580, 20, "13.0"), (None, None, "13.0")]:
            self.assertEqual(which_set.wanted_toolkit(fetch.read_lock(), branch, card)[0], version, (branch, card))
        self.assertIn("13.0 builds nothing for a 6.1 card", which_set.wanted_toolkit(fetch.read_lock(), 580, 61)[1])
        self.assertEqual(which_set.capability_in("6.1\n8.6\n"), 61)
        self.assertEqual(which_set.capability_in("12.0\n"), 120)
        for said in ("", "[N/A]", 'Field "compute_cap" is not a valid field to query.'):
            self.assertIsNone(which_set.capability_in(said))

    def test_is_none_for_a_driver_older_than_all(self):
        version, why = which_set.wanted_toolkit(fetch.read_lock(), 470)
        self.assertIsNone(version)
        self.assertRegex(why, "r470.*update the driver")

    def test_is_read_from_the_kernel_module_and_from_nvidia_smi(self):
        module = "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build  (dvs-builder)  Tue\nGCC version:  gcc 12.2.0\n"
        self.assertEqual(which_set.branch_in(module), 580)
        self.assertEqual(which_set.branch_in("535.54\n535.54\n"), 535)
        self.assertIsNone(which_set.branch_in("NVIDIA-SMI has failed because it couldn't communicate with the driver."))


class AFetch(unittest.TestCase):
    """Against a shelf of its own; the wheels lie in the folder of downloads already."""

    def setUp(self):
        self.place = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.place)
        self.shelf, self.wheels = os.path.join(self.place, "shelf"), os.path.join(self.place, "wheels")
        os.mkdir(self.wheels)
        pinned = [self.make("nvidia-cuda-runtime", ["lib/libcudart.so.13", "lib/libcudart_static.a", "include/cuda.h"]),
                  self.make("nvidia-cuda-nvrtc", ["lib/libnvrtc.so.13", "lib/libnvrtc.alt.so.13", "lib/libnvrtc-builtins.so.13.0"]),
                  self.make("nvidia-nvfatbin", ["lib/libnvfatbin.so.13"])]
        self.lock = {"python": "3.12", "machine": os.uname().machine, "toolkits": {"13.0": {"driver": 580, "wheels": pinned}}}

    def make(self, name, files):
        file = f"{name.replace('-', '_')}-13.0.1-py3-none-any.whl"
        path = os.path.join(self.wheels, file)
        with zipfile.ZipFile(path, "w") as archive:
            for inner in files:
                archive.writestr("nvidia/cu13/" + inner, inner)
        with open(path, "rb") as made:
            return {"name": name, "version": "13.0.1", "file": file, "sha256": hashlib.sha256(made.read()).hexdigest(), "bytes": 1}

    def fetch(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            fetch.toolkit(self.lock, "13.0", self.shelf, self.wheels)
        return said.getvalue()

    def test_leaves_the_shared_libraries_and_their_versions(self):
        self.fetch()
        self.assertEqual(sorted(os.listdir(os.path.join(self.shelf, "13.0", "lib"))),
                         ["libcudart.so.13", "libnvfatbin.so.13", "libnvrtc-builtins.so.13.0", "libnvrtc.so.13"])
        with open(os.path.join(self.shelf, "13.0", "toolkit.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), {"version": "13.0", "nvrtc": "13.0.1", "runtime": "13.0.1", "fatbin": "13.0.1"})

    def test_does_nothing_twice_and_mends_a_folder_that_lost_a_library(self):
        self.fetch()
        self.assertIn("whole already", self.fetch())
        lost = os.path.join(self.shelf, "13.0", "lib", "libcudart.so.13")
        os.remove(lost)
        self.assertIn("is ready", self.fetch())
        self.assertTrue(os.path.exists(lost))

    def test_that_lacks_a_library_leaves_nothing(self):
        self.lock["toolkits"]["13.0"]["wheels"][2] = self.make("nvidia-nvfatbin", ["include/nvFatbin.h"])
        with self.assertRaisesRegex(fetch.Failure, "lacks a library"):
            self.fetch()
        self.assertEqual([name for name in os.listdir(self.shelf) if name != ".fetch-lock"], [])

    def test_clears_what_a_killed_one_left(self):
        os.makedirs(os.path.join(self.shelf, ".fetch-killed", "made"))
        self.fetch()
        self.assertEqual(sorted(os.listdir(self.shelf)), [".fetch-lock", "13.0"])

    def test_takes_no_other_bytes_than_the_pinned_ones(self):
        wheel = self.lock["toolkits"]["13.0"]["wheels"][0]
        other = os.path.join(self.place, "other.whl")
        with open(other, "wb") as file:
            file.write(b"other bytes")
        with self.assertRaisesRegex(fetch.Failure, "other bytes than lock.json pins"):
            fetch.keep_if_pinned(other, wheel, os.path.join(self.place, "kept.whl"))
        self.assertFalse(os.path.exists(os.path.join(self.place, "kept.whl")))

    def test_refuses_a_path_that_leaves_its_folder(self):
        wheel = self.make("nvidia-bad", ["lib/../../../../outside.so"])
        with self.assertRaisesRegex(fetch.Failure, "leaves its folder"):
            fetch.unpack(os.path.join(self.wheels, wheel["file"]), r"nvidia/[^/]+/lib", os.path.join(self.place, "in"))

    def test_for_another_processor_says_what_to_do_instead(self):
        self.lock["machine"] = "riscv64"
        with self.assertRaisesRegex(fetch.Failure, "CUDA_HOME"):
            self.fetch()


if __name__ == "__main__":
    unittest.main()

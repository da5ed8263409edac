#!/usr/bin/env python3
"""Makes the samples beside it from one kernel of ours, with NVRTC and nvFatbin of CUDA 13.0: make.py FOLDER_OF_THE_LIBRARIES.

The samples are committed, so that no test needs a toolkit; this is how they came to be.
"""
import ctypes
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = b'extern "C" __global__ void touch(int* p) { *p = 42; }\n'


class Nvrtc:
    def __init__(self, folder):
        self.lib = ctypes.CDLL(str(folder / "libnvrtc.so.13"))

    def compile(self, target, what, *options):
        program = ctypes.c_void_p()
        words = [f"-arch={target}".encode(), *(word.encode() for word in options)]
        assert self.lib.nvrtcCreateProgram(ctypes.byref(program), SOURCE, b"touch.cu", 0, None, None) == 0
        assert self.lib.nvrtcCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*words)) == 0, (target, options)
        size = ctypes.c_size_t()
        assert getattr(self.lib, f"nvrtcGet{what}Size")(program, ctypes.byref(size)) == 0
        data = ctypes.create_string_buffer(size.value)
        assert getattr(self.lib, f"nvrtcGet{what}")(program, data) == 0
        self.lib.nvrtcDestroyProgram(ctypes.byref(program))
        return data.raw


def pack(folder, name, images, *options):
    lib = ctypes.CDLL(str(folder / "libnvfatbin.so.13"))
    handle, size = ctypes.c_void_p(), ctypes.c_size_t()
    words = [word.encode() for word in options]
    assert lib.nvFatbinCreate(ctypes.byref(handle), (ctypes.c_char_p * len(words))(*words), ctypes.c_size_t(len(words))) == 0
    for kind, arch, data in images:
        arch = arch.encode()
        if kind == "sass":
            assert lib.nvFatbinAddCubin(handle, data, ctypes.c_size_t(len(data)), arch, None) == 0, arch
        else:
            assert lib.nvFatbinAddPTX(handle, data, ctypes.c_size_t(len(data)), arch, None, None) == 0, arch
    assert lib.nvFatbinSize(handle, ctypes.byref(size)) == 0
    out = ctypes.create_string_buffer(size.value)
    assert lib.nvFatbinGet(handle, out) == 0
    (HERE / name).write_bytes(out.raw)


def main(folder):
    nvrtc = Nvrtc(folder)
    sass = {arch: nvrtc.compile("sm_" + arch, "CUBIN") for arch in ("80", "90a", "100f")}
    ptx = nvrtc.compile("compute_80", "PTX")
    for arch in ("90a", "100f"):
        (HERE / f"touch-{arch}.cubin").write_bytes(sass[arch])
    (HERE / "touch-rdc-80.cubin").write_bytes(nvrtc.compile("sm_80", "CUBIN", "-rdc=true"))
    (HERE / "touch-80.ptx").write_bytes(ptx.rstrip(b"\0"))
    four = [("sass", "80", sass["80"]), ("sass", "90a", sass["90a"]), ("sass", "100f", sass["100f"]), ("ptx", "80", ptx)]
    pack(folder, "four.fatbin", four)
    for mode, name in (("speed", "lz4"), ("size", "zstd"), ("none", "plain")):
        pack(folder, f"{name}.fatbin", [four[0], four[3]], "-compress-all" if mode != "none" else "-compress=false", f"-compress-mode={mode}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))

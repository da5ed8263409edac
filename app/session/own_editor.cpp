// The kernel in the learner's own editor: the file is written and watched, and each save replaces the text here.
#include "session/inside.h"

namespace launchlab {

void Session::Inside::choose_own_editor(bool wanted) {
    if (!wanted) {
        watch_file.reset();
        watched.reset();
        trouble("watch", std::nullopt);
        return;
    }
    if (watched || recording_on_show()) return;
    if (step->editable.empty()) return trouble("watch", Error{step->id, "the kernel of this step is read-only. Change its targets instead."});
    std::string path = edit_path(state_dir, step->id, step->kernel_file);
    if (Result<Done> put = put_for_editing(path, choice.source); !put) return trouble("watch", put.error());
    trouble("watch", std::nullopt);
    watched = Watched{.path = path};
    watch_file = std::make_unique<Watch>(Watch::Options{.path = path, .wake = options.wake});
}

bool Session::Inside::take_save() {
    if (!watch_file || !watched || !step) return false;
    std::optional<Result<std::string>> save = watch_file->take();
    if (!save) return false;
    if (!*save) {
        watched->trouble = save->error();
        trouble("watch", save->error());
        return true;
    }
    watched->trouble.reset();
    trouble("watch", std::nullopt);
    watched->saved_at = now().clock;
    ++watched->saves;
    edited[step->id] = **save;
    if (recording_on_show()) return true;    // it waits until the live card is back
    choice.source = **save;
    if (ran_before() && !choice.targets.empty()) start_run();
    return true;
}

}  // namespace launchlab

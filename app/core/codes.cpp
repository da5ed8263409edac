#include "core/codes.h"

#include <algorithm>
#include <iterator>

namespace launchlab {
namespace {

struct Row {
    Code code;
    std::string_view driver_name;  // CUresult's word for the same number; "" when the driver API has none
};

// cudaGetErrorName and cudaGetErrorString of CUDA 13.0; cuda.h's names; sticky where driver_types.h says that every further
// call returns the same error, and 999, whose cause nobody knows.
constexpr Row rows[] = {
    {{0, "cudaSuccess", "no error", "success", false}, "CUDA_SUCCESS"},
    {{1, "cudaErrorInvalidValue", "invalid argument", "invalid argument", false}, "CUDA_ERROR_INVALID_VALUE"},
    {{2, "cudaErrorMemoryAllocation", "out of memory", "out of memory", false}, "CUDA_ERROR_OUT_OF_MEMORY"},
    {{3, "cudaErrorInitializationError", "initialization error", "not initialized", false}, "CUDA_ERROR_NOT_INITIALIZED"},
    {{4, "cudaErrorCudartUnloading", "driver shutting down", "driver shutting down", false}, "CUDA_ERROR_DEINITIALIZED"},
    {{5, "cudaErrorProfilerDisabled", "profiler disabled while using external profiling tool", "profiler disabled", false}, "CUDA_ERROR_PROFILER_DISABLED"},
    {{6, "cudaErrorProfilerNotInitialized", "profiler not initialized: call cudaProfilerInitialize()", "profiler not initialized", false}, "CUDA_ERROR_PROFILER_NOT_INITIALIZED"},
    {{7, "cudaErrorProfilerAlreadyStarted", "profiler already started", "profiler already started", false}, "CUDA_ERROR_PROFILER_ALREADY_STARTED"},
    {{8, "cudaErrorProfilerAlreadyStopped", "profiler already stopped", "profiler already stopped", false}, "CUDA_ERROR_PROFILER_ALREADY_STOPPED"},
    {{9, "cudaErrorInvalidConfiguration", "invalid configuration argument", "bad configuration", false}, ""},
    {{12, "cudaErrorInvalidPitchValue", "invalid pitch argument", "invalid pitch", false}, ""},
    {{13, "cudaErrorInvalidSymbol", "invalid device symbol", "invalid symbol", false}, ""},
    {{16, "cudaErrorInvalidHostPointer", "invalid host pointer", "invalid host pointer", false}, ""},
    {{17, "cudaErrorInvalidDevicePointer", "invalid device pointer", "invalid device pointer", false}, ""},
    {{18, "cudaErrorInvalidTexture", "invalid texture reference", "invalid texture", false}, ""},
    {{19, "cudaErrorInvalidTextureBinding", "texture is not bound to a pointer", "texture not bound", false}, ""},
    {{20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor", "invalid channel", false}, ""},
    {{21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy", "invalid copy direction", false}, ""},
    {{22, "cudaErrorAddressOfConstant", "invalid address of constant", "address of constant", false}, ""},
    {{23, "cudaErrorTextureFetchFailed", "fetch from texture failed", "texture fetch failed", false}, ""},
    {{24, "cudaErrorTextureNotBound", "cannot fetch from a texture that is not bound", "texture not bound", false}, ""},
    {{25, "cudaErrorSynchronizationError", "incorrect use of __syncthreads()", "bad syncthreads", false}, ""},
    {{26, "cudaErrorInvalidFilterSetting", "linear filtering not supported for non-float type", "bad texture filter", false}, ""},
    {{27, "cudaErrorInvalidNormSetting", "read as normalized float not supported for data type", "bad texture read", false}, ""},
    {{28, "cudaErrorMixedDeviceExecution", "device emulation mode and device execution mode cannot be mixed", "mixed execution", false}, ""},
    {{31, "cudaErrorNotYetImplemented", "feature not yet implemented", "not implemented", false}, ""},
    {{32, "cudaErrorMemoryValueTooLarge", "memory size or pointer value too large to fit in 32 bit", "value too large", false}, ""},
    {{34, "cudaErrorStubLibrary", "CUDA driver is a stub library", "stub driver", false}, "CUDA_ERROR_STUB_LIBRARY"},
    {{35, "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version", "driver too old", false}, ""},
    {{36, "cudaErrorCallRequiresNewerDriver", "API call is not supported in the installed CUDA driver", "needs newer driver", false}, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER"},
    {{37, "cudaErrorInvalidSurface", "invalid surface reference", "invalid surface", false}, ""},
    {{43, "cudaErrorDuplicateVariableName", "duplicate global variable looked up by string name", "duplicate variable", false}, ""},
    {{44, "cudaErrorDuplicateTextureName", "duplicate texture looked up by string name", "duplicate texture", false}, ""},
    {{45, "cudaErrorDuplicateSurfaceName", "duplicate surface looked up by string name", "duplicate surface", false}, ""},
    {{46, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable", "device unavailable", false}, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
    {{49, "cudaErrorIncompatibleDriverContext", "incompatible driver context", "incompatible context", false}, ""},
    {{52, "cudaErrorMissingConfiguration", "__global__ function call is not configured", "launch not configured", false}, ""},
    {{53, "cudaErrorPriorLaunchFailure", "unspecified launch failure in prior launch", "prior launch failed", false}, ""},
    {{65, "cudaErrorLaunchMaxDepthExceeded", "launch would exceed maximum depth of nested launches", "nested too deep", false}, ""},
    {{66, "cudaErrorLaunchFileScopedTex", "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)", "file-scoped texture", false}, ""},
    {{67, "cudaErrorLaunchFileScopedSurf", "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)", "file-scoped surface", false}, ""},
    {{68, "cudaErrorSyncDepthExceeded", "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth", "sync too deep", false}, ""},
    {{69, "cudaErrorLaunchPendingCountExceeded", "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount", "too many pending", false}, ""},
    {{98, "cudaErrorInvalidDeviceFunction", "invalid device function", "invalid function", false}, ""},
    {{100, "cudaErrorNoDevice", "no CUDA-capable device is detected", "no device", false}, "CUDA_ERROR_NO_DEVICE"},
    {{101, "cudaErrorInvalidDevice", "invalid device ordinal", "invalid device", false}, "CUDA_ERROR_INVALID_DEVICE"},
    {{102, "cudaErrorDeviceNotLicensed", "device doesn't have valid Grid license", "no license", false}, "CUDA_ERROR_DEVICE_NOT_LICENSED"},
    {{103, "cudaErrorSoftwareValidityNotEstablished", "integrity checks failed", "integrity check failed", false}, ""},
    {{127, "cudaErrorStartupFailure", "startup failure in cuda runtime", "startup failure", false}, ""},
    {{200, "cudaErrorInvalidKernelImage", "device kernel image is invalid", "not an image", false}, "CUDA_ERROR_INVALID_IMAGE"},
    {{201, "cudaErrorDeviceUninitialized", "invalid device context", "invalid context", false}, "CUDA_ERROR_INVALID_CONTEXT"},
    {{205, "cudaErrorMapBufferObjectFailed", "mapping of buffer object failed", "mapping failed", false}, "CUDA_ERROR_MAP_FAILED"},
    {{206, "cudaErrorUnmapBufferObjectFailed", "unmapping of buffer object failed", "unmapping failed", false}, "CUDA_ERROR_UNMAP_FAILED"},
    {{207, "cudaErrorArrayIsMapped", "array is mapped", "array is mapped", false}, "CUDA_ERROR_ARRAY_IS_MAPPED"},
    {{208, "cudaErrorAlreadyMapped", "resource already mapped", "already mapped", false}, "CUDA_ERROR_ALREADY_MAPPED"},
    {{209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device", "no kernel image", false}, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
    {{210, "cudaErrorAlreadyAcquired", "resource already acquired", "already acquired", false}, "CUDA_ERROR_ALREADY_ACQUIRED"},
    {{211, "cudaErrorNotMapped", "resource not mapped", "not mapped", false}, "CUDA_ERROR_NOT_MAPPED"},
    {{212, "cudaErrorNotMappedAsArray", "resource not mapped as array", "not an array", false}, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY"},
    {{213, "cudaErrorNotMappedAsPointer", "resource not mapped as pointer", "not a pointer", false}, "CUDA_ERROR_NOT_MAPPED_AS_POINTER"},
    {{214, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered", "memory error (ECC)", false}, "CUDA_ERROR_ECC_UNCORRECTABLE"},
    {{215, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture", "unsupported limit", false}, "CUDA_ERROR_UNSUPPORTED_LIMIT"},
    {{216, "cudaErrorDeviceAlreadyInUse", "exclusive-thread device already in use by a different thread", "device in use", false}, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE"},
    {{217, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices", "no peer access", false}, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
    {{218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed", "PTX does not compile", false}, "CUDA_ERROR_INVALID_PTX"},
    {{219, "cudaErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context", "invalid graphics context", false}, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT"},
    {{220, "cudaErrorNvlinkUncorrectable", "uncorrectable NVLink error detected during the execution", "NVLink error", false}, "CUDA_ERROR_NVLINK_UNCORRECTABLE"},
    {{221, "cudaErrorJitCompilerNotFound", "PTX JIT compiler library not found", "no JIT compiler", false}, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"},
    {{222, "cudaErrorUnsupportedPtxVersion", "the provided PTX was compiled with an unsupported toolchain.", "PTX too new", false}, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
    {{223, "cudaErrorJitCompilationDisabled", "PTX JIT compilation was disabled", "JIT forbidden", false}, "CUDA_ERROR_JIT_COMPILATION_DISABLED"},
    {{224, "cudaErrorUnsupportedExecAffinity", "the provided execution affinity is not supported", "unsupported affinity", false}, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY"},
    {{225, "cudaErrorUnsupportedDevSideSync", "the provided PTX contains unsupported call to cudaDeviceSynchronize", "device-side sync", false}, "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC"},
    {{226, "cudaErrorContained", "Invalid access of peer GPU memory over nvlink or a hardware error", "contained error", true}, "CUDA_ERROR_CONTAINED"},
    {{300, "cudaErrorInvalidSource", "device kernel image is invalid", "wrong image inside", false}, "CUDA_ERROR_INVALID_SOURCE"},
    {{301, "cudaErrorFileNotFound", "file not found", "file not found", false}, "CUDA_ERROR_FILE_NOT_FOUND"},
    {{302, "cudaErrorSharedObjectSymbolNotFound", "shared object symbol not found", "library symbol missing", false}, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND"},
    {{303, "cudaErrorSharedObjectInitFailed", "shared object initialization failed", "library init failed", false}, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED"},
    {{304, "cudaErrorOperatingSystem", "OS call failed or operation not supported on this OS", "operating system", false}, "CUDA_ERROR_OPERATING_SYSTEM"},
    {{400, "cudaErrorInvalidResourceHandle", "invalid resource handle", "invalid handle", false}, "CUDA_ERROR_INVALID_HANDLE"},
    {{401, "cudaErrorIllegalState", "the operation cannot be performed in the present state", "illegal state", false}, "CUDA_ERROR_ILLEGAL_STATE"},
    {{402, "cudaErrorLossyQuery", "attempted introspection would be semantically lossy", "lossy query", false}, "CUDA_ERROR_LOSSY_QUERY"},
    {{500, "cudaErrorSymbolNotFound", "named symbol not found", "no such kernel", false}, "CUDA_ERROR_NOT_FOUND"},
    {{600, "cudaErrorNotReady", "device not ready", "not ready", false}, "CUDA_ERROR_NOT_READY"},
    {{700, "cudaErrorIllegalAddress", "an illegal memory access was encountered", "illegal address", true}, "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {{701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch", "too many resources", false}, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
    {{702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated", "launch timed out", true}, "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {{703, "cudaErrorLaunchIncompatibleTexturing", "launch uses incompatible texturing mode", "incompatible texturing", false}, "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING"},
    {{704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled", "peer already enabled", false}, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
    {{705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled", "peer not enabled", false}, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED"},
    {{708, "cudaErrorSetOnActiveProcess", "cannot set while device is active in this process", "device already active", false}, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"},
    {{709, "cudaErrorContextIsDestroyed", "context is destroyed", "context destroyed", false}, "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
    {{710, "cudaErrorAssert", "device-side assert triggered", "assert failed", true}, "CUDA_ERROR_ASSERT"},
    {{711, "cudaErrorTooManyPeers", "peer mapping resources exhausted", "too many peers", false}, "CUDA_ERROR_TOO_MANY_PEERS"},
    {{712, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped", "already registered", false}, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"},
    {{713, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region", "not registered", false}, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"},
    {{714, "cudaErrorHardwareStackError", "hardware stack error", "stack error", true}, "CUDA_ERROR_HARDWARE_STACK_ERROR"},
    {{715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered", "illegal instruction", true}, "CUDA_ERROR_ILLEGAL_INSTRUCTION"},
    {{716, "cudaErrorMisalignedAddress", "misaligned address", "misaligned", true}, "CUDA_ERROR_MISALIGNED_ADDRESS"},
    {{717, "cudaErrorInvalidAddressSpace", "operation not supported on global/shared address space", "wrong address space", true}, "CUDA_ERROR_INVALID_ADDRESS_SPACE"},
    {{718, "cudaErrorInvalidPc", "invalid program counter", "invalid program counter", true}, "CUDA_ERROR_INVALID_PC"},
    {{719, "cudaErrorLaunchFailure", "unspecified launch failure", "launch failure", true}, "CUDA_ERROR_LAUNCH_FAILED"},
    {{720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch", "cooperative too large", false}, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"},
    {{721, "cudaErrorTensorMemoryLeak", "tensor memory not completely freed", "tensor memory leak", true}, "CUDA_ERROR_TENSOR_MEMORY_LEAK"},
    {{800, "cudaErrorNotPermitted", "operation not permitted", "not permitted", false}, "CUDA_ERROR_NOT_PERMITTED"},
    {{801, "cudaErrorNotSupported", "operation not supported", "not supported", false}, "CUDA_ERROR_NOT_SUPPORTED"},
    {{802, "cudaErrorSystemNotReady", "system not yet initialized", "system not ready", false}, "CUDA_ERROR_SYSTEM_NOT_READY"},
    {{803, "cudaErrorSystemDriverMismatch", "system has unsupported display driver / cuda driver combination", "driver mismatch", false}, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
    {{804, "cudaErrorCompatNotSupportedOnDevice", "forward compatibility was attempted on non supported HW", "compat not supported", false}, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
    {{805, "cudaErrorMpsConnectionFailed", "MPS client failed to connect to the MPS control daemon or the MPS server", "MPS connection failed", false}, "CUDA_ERROR_MPS_CONNECTION_FAILED"},
    {{806, "cudaErrorMpsRpcFailure", "the remote procedural call between the MPS server and the MPS client failed", "MPS call failed", false}, "CUDA_ERROR_MPS_RPC_FAILURE"},
    {{807, "cudaErrorMpsServerNotReady", "MPS server is not ready to accept new MPS client requests", "MPS not ready", false}, "CUDA_ERROR_MPS_SERVER_NOT_READY"},
    {{808, "cudaErrorMpsMaxClientsReached", "the hardware resources required to create MPS client have been exhausted", "MPS clients full", false}, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED"},
    {{809, "cudaErrorMpsMaxConnectionsReached", "the hardware resources required to support device connections have been exhausted", "MPS connections full", false}, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED"},
    {{810, "cudaErrorMpsClientTerminated", "the MPS client has been terminated by the server", "MPS client ended", false}, "CUDA_ERROR_MPS_CLIENT_TERMINATED"},
    {{811, "cudaErrorCdpNotSupported", "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it", "nested launch unsupported", false}, "CUDA_ERROR_CDP_NOT_SUPPORTED"},
    {{812, "cudaErrorCdpVersionMismatch", "unsupported interaction between different versions of CUDA Dynamic Parallelism", "nested launch mismatch", false}, "CUDA_ERROR_CDP_VERSION_MISMATCH"},
    {{900, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing", "not while capturing", false}, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
    {{901, "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture", "capture broken", false}, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"},
    {{902, "cudaErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences", "capture merge", false}, "CUDA_ERROR_STREAM_CAPTURE_MERGE"},
    {{903, "cudaErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began", "capture unmatched", false}, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED"},
    {{904, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work", "capture unjoined", false}, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"},
    {{905, "cudaErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream", "capture isolation", false}, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION"},
    {{906, "cudaErrorStreamCaptureImplicit", "operation would make the legacy stream depend on a capturing blocking stream", "capture implicit", false}, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT"},
    {{907, "cudaErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream", "captured event", false}, "CUDA_ERROR_CAPTURED_EVENT"},
    {{908, "cudaErrorStreamCaptureWrongThread", "attempt to terminate a thread-local capture sequence from another thread", "capture wrong thread", false}, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD"},
    {{909, "cudaErrorTimeout", "wait operation timed out", "timed out", false}, "CUDA_ERROR_TIMEOUT"},
    {{910, "cudaErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update", "graph update failed", false}, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE"},
    {{911, "cudaErrorExternalDevice", "an async error has occured in external entity outside of CUDA", "external device", true}, "CUDA_ERROR_EXTERNAL_DEVICE"},
    {{912, "cudaErrorInvalidClusterSize", "a kernel launch error has occurred due to cluster misconfiguration", "bad cluster size", false}, "CUDA_ERROR_INVALID_CLUSTER_SIZE"},
    {{913, "cudaErrorFunctionNotLoaded", "the function handle is not loaded when calling an API that requires a loaded function", "function not loaded", false}, "CUDA_ERROR_FUNCTION_NOT_LOADED"},
    {{914, "cudaErrorInvalidResourceType", "one or more resources passed in are not valid resource types for the operation", "wrong resource type", false}, "CUDA_ERROR_INVALID_RESOURCE_TYPE"},
    {{915, "cudaErrorInvalidResourceConfiguration", "one or more resources are insufficient or non-applicable for the operation", "wrong resource setup", false}, "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION"},
    {{999, "cudaErrorUnknown", "unknown error", "unknown error", true}, "CUDA_ERROR_UNKNOWN"},
};

// The numbers of CUDA 10.0 and earlier whose meaning moved in 10.1; all others kept theirs.
struct Moved {
    int old_number, number;
};
constexpr Moved moved[] = {
    {1, 52},   {4, 719},  {5, 53},   {6, 702},  {7, 701},  {8, 98},   {10, 101}, {11, 1},   {14, 205}, {15, 206}, {29, 4},
    {30, 999}, {33, 400}, {34, 600}, {36, 708}, {38, 100}, {39, 214}, {40, 302}, {41, 303}, {42, 215}, {47, 200}, {48, 209},
    {50, 704}, {51, 705}, {54, 216}, {55, 5},   {56, 6},   {57, 7},   {58, 8},   {59, 710}, {60, 711}, {61, 712}, {62, 713},
    {63, 304}, {64, 217}, {70, 800}, {71, 801}, {72, 714}, {73, 715}, {74, 716}, {75, 717}, {76, 718}, {77, 700}, {78, 218},
    {79, 219}, {80, 220}, {81, 221}, {82, 720}, {83, 802}, {84, 401},
};
constexpr int kept[] = {0, 2, 3, 9, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 31, 32, 35, 37, 43, 44, 45, 46, 49,
                        65, 66, 67, 68, 69, 127};

}  // namespace

const std::vector<Code>& all_codes() {
    static const std::vector<Code> codes = [] {
        std::vector<Code> out;
        for (const Row& row : rows) out.push_back(row.code);
        return out;
    }();
    return codes;
}

const Code* find_code(int number) {
    const auto& codes = all_codes();
    auto found = std::lower_bound(codes.begin(), codes.end(), number, [](const Code& code, int n) { return code.number < n; });
    return found != codes.end() && found->number == number ? &*found : nullptr;
}

const Code* find_code(std::string_view name) {
    if (name.empty()) return nullptr;
    for (const Row& row : rows)
        if (row.code.name == name || row.driver_name == name) return find_code(row.code.number);
    return nullptr;
}

std::string_view driver_name(int number) {
    for (const Row& row : rows)
        if (row.code.number == number) return row.driver_name;
    return {};
}

std::optional<int> from_old_number(int number) {
    for (Moved one : moved)
        if (one.old_number == number) return one.number;
    if (std::find(std::begin(kept), std::end(kept), number) != std::end(kept)) return number;
    return std::nullopt;
}

std::string_view word_of(int number) {
    const Code* code = find_code(number);
    return code ? code->word : "code";
}

}  // namespace launchlab

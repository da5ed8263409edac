// The host-key trap: register an image that fits, launch, unregister; register one that does not fit under the same host
// address and launch again. The runtime remembers the address. Nothing of launchlab in it.
// Prints a line a variant: first launch, second launch, sync, value after the first, value after the second.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaUnregisterFatBinary(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
}

struct Wrapper {
    int magic, version;
    const void* data;
    void* more;
};

static std::vector<char> fat_binary(const char* arch) {
    std::string source = std::string("/tmp/launchlab-key-") + arch + ".cu", binary = source + ".fatbin";
    FILE* file = fopen(source.c_str(), "w");
    fprintf(file, "extern \"C\" __global__ void mark(unsigned* out) { out[0] = 90; }\n");
    fclose(file);
    std::string digits(arch), line = "nvcc -fatbin -gencode arch=compute_" + digits + ",code=sm_" + digits + " -o " + binary + " " + source;
    if (system(line.c_str()) != 0 && system(("/usr/local/cuda/bin/" + line).c_str()) != 0) exit(2);
    std::vector<char> bytes;
    file = fopen(binary.c_str(), "rb");
    for (int byte; (byte = fgetc(file)) != EOF;) bytes.push_back(static_cast<char>(byte));
    fclose(file);
    return bytes;
}

// Ways in which a program may use an address again. The words printed say which.
struct Variant {
    const char* name;
    bool one_wrapper, unregister, end;
};

static void run(const Variant& variant, std::vector<char>& fits, std::vector<char>& other) {
    static char keys[8];
    static int used = 0;
    char* key = &keys[used++];
    static Wrapper wrappers[16];
    Wrapper* wrapper = &wrappers[2 * used];
    unsigned *out = nullptr, value[2] = {0, 0};
    void* words[] = {&out};
    int codes[2] = {-1, -1}, waited = -1;
    cudaMalloc(&out, 8);
    for (int i = 0; i < 2; ++i) {
        Wrapper* here = variant.one_wrapper ? wrapper : wrapper + i;
        *here = {0x466243b1, 1, (i == 0 ? fits : other).data(), nullptr};
        void** handle = __cudaRegisterFatBinary(here);
        __cudaRegisterFunction(handle, key, const_cast<char*>("mark"), "mark", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
        if (variant.end) __cudaRegisterFatBinaryEnd(handle);
        cudaMemset(out, 0xFF, 8);
        codes[i] = cudaLaunchKernel(key, dim3(1), dim3(1), words, 0, nullptr);
        waited = cudaDeviceSynchronize();
        cudaMemcpy(&value[i], out, 4, cudaMemcpyDeviceToHost);
        cudaGetLastError();
        if (i == 0 && variant.unregister) __cudaUnregisterFatBinary(handle);
    }
    printf("%s: %d %d %d %u %u\n", variant.name, codes[0], codes[1], waited, value[0], value[1]);
}

int main() {
    std::vector<char> fits = fat_binary("90"), other = fat_binary("100f");
    unsigned* first = nullptr;
    cudaMalloc(&first, 8);
    run({"unregistered", false, true, true}, fits, other);
    run({"unregistered, one wrapper", true, true, true}, fits, other);
    run({"unregistered, without the end call", false, true, false}, fits, other);
    run({"kept", false, false, true}, fits, other);
    return 0;
}

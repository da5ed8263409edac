// What nvcc 13.0's own launch stub does, step by step: fetch the kernel, launch it. Nothing of launchlab in it.
// Prints: __cudaGetKernel, launch, peek, sync, get, memcpy.
#include <cstdio>

extern "C" cudaError_t __cudaGetKernel(cudaKernel_t*, const void*);

__global__ void mark(unsigned* out) { out[0] = 1; }

int main() {
    unsigned *out = nullptr, host = 0;
    cudaMalloc(&out, 8);
    cudaMemset(out, 0xFF, 8);
    cudaKernel_t kernel = nullptr;
    int fetched = __cudaGetKernel(&kernel, reinterpret_cast<const void*>(mark));
    cudaGetLastError();
    void* words[] = {&out};
    int launched = cudaLaunchKernel(reinterpret_cast<const void*>(mark), dim3(1), dim3(1), words, 0, nullptr);
    int peeked = cudaPeekAtLastError(), waited = cudaDeviceSynchronize(), taken = cudaGetLastError();
    int copied = cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d %d\n", fetched, launched, peeked, waited, taken, copied);
    return 0;
}

// The twin of a run: the same calls as nvcc's users write them, with <<<>>>, and nothing of launchlab in it.
// Build: nvcc -gencode ... mark.cu    Prints: malloc memset peek sync get memcpy, then "written" or "untouched".
#include <cstdio>

__global__ void mark(unsigned* out) {
    out[0] = 1;
}

int main() {
    unsigned *out = nullptr, host[2] = {0, 0};
    cudaError_t allocated = cudaMalloc(&out, 8);
    cudaError_t filled = cudaMemset(out, 0xFF, 8);
#ifndef WITHOUT_LAUNCH
    mark<<<1, 1>>>(out);
#endif
    cudaError_t launched = cudaPeekAtLastError();
    cudaError_t waited = cudaDeviceSynchronize();
    cudaError_t taken = cudaGetLastError();
    cudaError_t copied = cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d %d %s\n", allocated, filled, launched, waited, taken, copied, host[0] == 1 ? "written" : host[0] == 0xFFFFFFFFu ? "untouched" : "unread");
    return 0;
}

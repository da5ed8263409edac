// The twin of a fault: a kernel that starts and then fails, or one that never ends. Nothing of launchlab in it.
// Build: nvcc -DFAULT=1 (far write), 2 (trap) -gencode ... fault.cu    Prints: malloc memset peek sync get memcpy.
#include <cstdio>

__global__ void fault(unsigned* out) {
    out[0] = 1;
#if FAULT == 1
    out[1ull << 40] = 1;
#else
    asm volatile("trap;");
#endif
}

int main() {
    unsigned *out = nullptr, host[2] = {0, 0};
    cudaError_t allocated = cudaMalloc(&out, 8);
    cudaError_t filled = cudaMemset(out, 0xFF, 8);
    fault<<<1, 1>>>(out);
    cudaError_t launched = cudaPeekAtLastError();
    cudaError_t waited = cudaDeviceSynchronize();
    cudaError_t taken = cudaGetLastError();
    cudaError_t copied = cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d %d %s\n", allocated, filled, launched, waited, taken, copied, host[0] == 1 ? "written" : "unread");
    return 0;
}

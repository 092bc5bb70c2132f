"""Sets as whole numbers, a bit an element; numba's ints have 63 bits to spare."""

from gridarena_kernels.jit import kernel


@kernel
def popcount(mask: int) -> int:
    """Number of bits set, up to 63 of them.

    By these very steps and masks LLVM knows that the bits of 64 are counted, and makes one instruction of them.
    """
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (mask * 0x0101010101010101 >> 56) & 0xFF

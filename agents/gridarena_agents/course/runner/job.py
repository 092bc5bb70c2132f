"""A Windows job: what a process starts belongs to it, ends with it, and shares its memory limit."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes
    from typing import ClassVar

    _EXTENDED_LIMITS = 9
    _LIMIT_JOB_MEMORY = 0x200
    _KILL_ON_JOB_CLOSE = 0x2000

    class _Basic(ctypes.Structure):
        _fields_: ClassVar = [
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        ]

    class _Extended(ctypes.Structure):
        _fields_: ClassVar = [
            ("BasicLimitInformation", _Basic),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        ]

    _kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel32.CreateJobObjectW.restype = wintypes.HANDLE
    _kernel32.CreateJobObjectW.argtypes = [wintypes.LPVOID, wintypes.LPCWSTR]
    _kernel32.SetInformationJobObject.argtypes = [wintypes.HANDLE, ctypes.c_int, wintypes.LPVOID, wintypes.DWORD]
    _kernel32.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
    _kernel32.TerminateJobObject.argtypes = [wintypes.HANDLE, wintypes.UINT]
    _kernel32.CloseHandle.argtypes = [wintypes.HANDLE]

    class Job:
        """One job; the system ends what is in it when the last handle goes, so also when the keeper dies."""

        def __init__(self, memory: int) -> None:
            self._handle = _kernel32.CreateJobObjectW(None, None)
            limits = _Extended()
            limits.BasicLimitInformation.LimitFlags = _KILL_ON_JOB_CLOSE | _LIMIT_JOB_MEMORY
            limits.JobMemoryLimit = memory
            size = ctypes.sizeof(limits)
            _kernel32.SetInformationJobObject(self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size)

        def take(self, handle: int) -> bool:
            """Puts a process into the job; False where the system does not allow it."""
            return bool(_kernel32.AssignProcessToJobObject(self._handle, handle))

        def end(self) -> None:
            """Ends every process in it."""
            _kernel32.TerminateJobObject(self._handle, 1)

        def close(self) -> None:
            """Lets go of it."""
            _kernel32.CloseHandle(self._handle)

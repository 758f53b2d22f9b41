"""A stand-in for picamera2 with the fault that STAGE names.

Without a fault it behaves as documented. With one, it behaves as issues of picamera2 report: controls that a fixed lens
lacks, a focus scan that never ends (670), frames that stop and a `stop` that never returns (1065, 1264), a camera that
another program holds, a configuration changed by the driver, a picture that repeats.
"""

import contextlib
import os
import sys
import threading
import time

import numpy as np

_PART = os.environ.get("STAGE", "well")
_SECONDS = 0.02
# Frames until the fault begins: 45 are enough for metering, focusing and one still picture.
_FIRST = int(os.environ.get("STAGE_FIRST", "45"))
_BGR = (40, 90, 200)
if _PART == "endless focus":
    sys.modules["feeder.camera"].FOCUS_TIMEOUT_S = 0.6


class Request:
    def __init__(self, camera, began):
        self._camera, self._began, self._held = camera, began, True
        camera.frames += 1
        self._number = camera.frames

    def get_metadata(self):
        camera = self._camera
        metadata = {
            "SensorTimestamp": self._began + 10_000_000,
            "ExposureTime": camera.set.get("ExposureTime") or 10_000,
            "AnalogueGain": camera.set.get("AnalogueGain") or 2.0 + (0.5 if self._number < 5 else 0.0),
            "ColourGains": camera.set.get("ColourGains", (1.5, 1.8)),
        }
        if "AfMode" in camera.camera_controls:
            metadata["AfState"], metadata["LensPosition"] = camera.focusing()
        return metadata

    def make_array(self, name):
        assert self._held, "used after it was given back"
        rng = np.random.default_rng(3 if _PART == "frozen" and self._number > _FIRST else self._number)
        dark = _PART == "black"
        width, height = self._camera.config[name]["size"]
        if name == "lores":
            level = 0 if dark else 120 + (8 * self._number % 100 if _PART == "moving" else 0)
            luma = np.full((height * 3 // 2, width + 64), 110, np.uint8)  # U below, then V, both with their own padding
            luma[height * 5 // 4 :] = 150
            luma[height:].reshape(height, width // 2 + 32)[:, width // 2 :] = 0
            luma[:height] = 120 if not dark else 0
            luma[: height // 2, : width // 2] = level
            if not dark:
                luma[:height] += rng.integers(0, 3, (height, width + 64), dtype=np.uint8)
            return luma
        blue, green, red = _BGR
        order = {"RGB888": (blue, green, red), "BGR888": (red, green, blue), "XBGR8888": (red, green, blue, 255)}
        picture = np.empty((height, width, len(order[self._camera.config[name]["format"]])), np.uint8)
        picture[:] = order[self._camera.config[name]["format"]]
        return picture

    def release(self):
        assert self._held, "given back twice"
        self._held = False
        self._camera.out -= 1


class Picamera2:
    @staticmethod
    def global_camera_info():
        usb = {"Model": "UVC Camera", "Id": "/base/scb/pcie@7d500000/usb@0,0-1.1:1.0-046d:0825", "Num": 1}
        if _PART == "missing":
            return [usb]
        return [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}, usb]

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        if camera_num != 0:
            raise RuntimeError("not the camera on the ribbon cable")
        if _PART == "busy":
            try:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            except RuntimeError:
                raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904  as the real one does
        if _PART == "slow":
            time.sleep(1.5)
        if _PART == "hang at opening":
            threading.Event().wait()
        self.frames, self.out, self.set, self.config, self._scan = 0, 0, {}, {}, 0
        print("libcamera says things on standard output")

    @property
    def camera_controls(self):
        controls = {
            "ExposureTime": (14, 112015096, 20000),
            "AnalogueGain": (1.0, 16.0, 1.0),
            "ColourGains": (0.0, 32.0, None),
            "AwbEnable": (False, True, None),
            "FrameDurationLimits": (69669, 220535845, None),
        }
        if _PART == "old":
            controls["AeEnable"] = (False, True, None)
        if _PART != "fixed lens":
            controls |= {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 15.0, 1.0)}
        return controls

    def create_video_configuration(  # noqa: PLR0913, PLR0917  all of this is the real one's
        self,
        main={},  # noqa: B006
        lores=None,
        raw={},  # noqa: B006
        transform=None,
        colour_space=None,
        buffer_count=6,
        controls={},  # noqa: B006
        display="main",
        encode="main",
        queue=True,
        sensor={},  # noqa: B006
        use_case="video",
    ):
        return {"main": dict(main), "lores": dict(lores), "controls": dict(controls), "buffer_count": buffer_count}

    def configure(self, camera_config=None):
        self.config = camera_config
        if _PART == "other order":
            self.config["main"] |= {"format": "XBGR8888", "size": (1920, 1080)}

    def camera_configuration(self):
        return self.config

    def start(self, config=None, show_preview=False):
        self.set_controls(self.config["controls"])

    def set_controls(self, controls):
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set |= controls
        if "AfTrigger" in controls:
            self._scan = self.frames

    def focusing(self):
        """AfState and LensPosition during the scan."""
        scanned = self.frames - self._scan
        if self.set.get("AfMode") != 1:
            return (0, self.set.get("LensPosition", 1.0))
        if scanned < 3 or _PART == "endless focus":
            return (1, 1.0 + scanned / 10)
        return (3, 9.0) if _PART == "no focus" else (2, 2.25)

    def capture_request(self, wait=None, signal_function=None, flush=None):
        assert self.out == 0, "buffers are few"
        if (_PART == "unplugged" and self.frames > _FIRST) or (_PART == "killed loose" and self.frames > _FIRST):
            if _PART == "killed loose":
                threading.Event().wait()
            time.sleep(min(wait, 0.3))
            raise TimeoutError
        time.sleep(_SECONDS * (5 if _PART == "slow" else 1))
        if _PART == "dies" and self.frames > _FIRST:
            os.abort()
        if _PART == "garbage" and self.frames > _FIRST:
            for pipe in range(3, 9):  # whichever of them leads to the source
                with contextlib.suppress(OSError):
                    os.write(pipe, b"not a head at all" * 10)
        self.out += 1
        late = 5_000_000_000 if _PART == "stale" else 0
        return Request(self, time.monotonic_ns() - 15_000_000 - late)

    def stop(self):
        if _PART in {"unplugged", "hang at stopping"}:
            threading.Event().wait()
        self._log("stopped")

    def close(self):
        self._log("closed")

    def _log(self, what):
        path = os.environ.get("STAGE_LOG")
        if path:
            with open(path, "a") as log:  # noqa: PTH123
                log.write(f"{what} {sorted(self.set.items())}\n")

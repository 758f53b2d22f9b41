// A short sound and a short vibration when a round is settled, each only where the phone's owner wants it.

/** Notes of a wooden clapper: frequency in hertz, start and length in seconds. */
const NOTES = {
  settled: [[880, 0, 0.09]],
  won: [
    [880, 0, 0.09],
    [1320, 0.14, 0.16],
  ],
};
/** Lengths of vibration and pause, in milliseconds. */
const BUZZ = { settled: [40], won: [60, 60, 120] };

/** @param {"settled" | "won"} kind */
export function signal(kind) {
  const { sound, vibration } = document.documentElement.dataset;
  if (vibration === "on") navigator.vibrate?.(BUZZ[kind]);
  if (sound === "on") play(NOTES[kind]);
}

/** @param {number[][]} notes */
function play(notes) {
  const audio = new AudioContext();
  for (const [frequency, start, length] of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + start;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
  setTimeout(() => audio.close(), 1000);
}

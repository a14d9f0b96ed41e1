/** The sounds, synthesized from noise and plain tones; there are no recordings. */

export type Cue = 'card' | 'seal' | 'stamp' | 'dice' | 'call' | 'win';

interface Tone {
  /** Frequency in hertz at the beginning and at the end. */
  from: number;
  to: number;
  /** Start and duration in seconds. */
  at: number;
  length: number;
  loud: number;
  form?: OscillatorType;
}

/** A burst of noise through a band-pass filter. */
interface Stroke {
  at: number;
  length: number;
  height: number;
  loud: number;
}

const note = (at: number, pitch: number, length: number, loud = 0.12): Tone => ({ from: pitch, to: pitch, at, length, loud, form: 'triangle' });

const TONES: Readonly<Record<Cue, readonly Tone[]>> = {
  card: [],
  seal: [{ from: 190, to: 120, at: 0.05, length: 0.12, loud: 0.1 }],
  stamp: [{ from: 140, to: 46, at: 0, length: 0.28, loud: 0.5 }],
  dice: [],
  call: [note(0, 660, 0.07, 0.07), note(0.07, 880, 0.12, 0.07)],
  win: [note(0, 392, 0.18), note(0.16, 523, 0.18), note(0.32, 659, 0.18), note(0.48, 784, 0.55), note(0.48, 523, 0.55, 0.08)],
};
const STROKES: Readonly<Record<Cue, readonly Stroke[]>> = {
  card: [{ at: 0, length: 0.09, height: 2600, loud: 0.22 }],
  seal: [{ at: 0, length: 0.14, height: 900, loud: 0.2 }],
  stamp: [{ at: 0, length: 0.07, height: 420, loud: 0.5 }],
  dice: [0, 0.09, 0.16, 0.27, 0.34, 0.46].map((at, k) => ({ at, length: 0.035, height: 1700 + 260 * (k % 3), loud: 0.3 - 0.03 * k })),
  call: [],
  win: [{ at: 0.48, length: 0.7, height: 3800, loud: 0.06 }],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  const made = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = made.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  return (noise = made);
}

/** A gain that rises at once and fades out. */
function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

export async function play(what: Cue): Promise<void> {
  const audio = (context ??= new AudioContext());
  if (audio.state === 'suspended') await audio.resume();
  const now = audio.currentTime + 0.01;
  for (const { from, to, at, length, loud, form = 'sine' } of TONES[what]) {
    const tone = audio.createOscillator();
    tone.type = form;
    tone.frequency.setValueAtTime(from, now + at);
    tone.frequency.exponentialRampToValueAtTime(to, now + at + length);
    tone.connect(fading(audio, now + at, length, loud));
    tone.start(now + at);
    tone.stop(now + at + length + 0.02);
  }
  for (const { at, length, height, loud } of STROKES[what]) {
    const source = audio.createBufferSource();
    source.buffer = hiss(audio);
    const band = audio.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = height;
    source.connect(band).connect(fading(audio, now + at, length, loud));
    source.start(now + at, Math.random() * 0.5, length + 0.05);
  }
}

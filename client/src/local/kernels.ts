/**
 * A game's functions compiled to WebAssembly, and their memory. The exported functions ("doors") are listed in
 * `hustings.wasm.doors`.
 */

type Door = (...arguments_: (number | bigint)[]) => number;

export class Kernels {
  readonly memory: WebAssembly.Memory;
  private readonly doors: Record<string, Door>;
  private top: number;

  constructor(exports: WebAssembly.Exports) {
    this.memory = exports['memory'] as WebAssembly.Memory;
    this.doors = exports as Record<string, Door>;
    this.top = (exports['heap'] as WebAssembly.Global).value as number;
  }

  static async load(code: BufferSource): Promise<Kernels> {
    const { instance } = (await WebAssembly.instantiate(code, {})) as unknown as WebAssembly.WebAssemblyInstantiatedSource;
    return new Kernels(instance.exports);
  }

  has(name: string): boolean {
    return name in this.doors;
  }

  call(name: string, ...arguments_: (number | bigint)[]): number {
    const door = this.doors[name];
    if (!door) throw new Error(`there is no kernel ${name}`);
    return door(...arguments_);
  }

  /** Allocate zeroed bytes and return their address; they are never freed. */
  room(bytes: number): number {
    const at = this.top;
    this.top = (at + bytes + 63) & ~63;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  words(at: number, count: number): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, at, count);
  }

  numbers(at: number, count: number): number[] {
    return Array.from(this.words(at, count), Number);
  }

  doubles(at: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, count);
  }

  integers(at: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, count);
  }
}

/** A 64-bit key as the signed number that WebAssembly takes. */
export const signed = (key: bigint): bigint => BigInt.asIntN(64, key);

export const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

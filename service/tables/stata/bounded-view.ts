/** Whatever a file says of itself, it is never read beyond its end. */
export class OutOfFile extends Error {
  override readonly name = 'OutOfFile'
}

/** The numbers and texts of a file, in its byte order. */
export class BoundedView {
  readonly bytes: Buffer
  readonly #view: DataView
  readonly #littleEndian: boolean

  constructor(bytes: Buffer, littleEndian: boolean) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#littleEndian = littleEndian
  }

  /** @throws OutOfFile unless all of these bytes are in the file */
  require(offset: number, length: number): number {
    if (offset >= 0 && length >= 0 && offset + length <= this.bytes.length) return offset
    throw new OutOfFile()
  }

  uint8(offset: number): number {
    return this.#view.getUint8(this.require(offset, 1))
  }
  int8(offset: number): number {
    return this.#view.getInt8(this.require(offset, 1))
  }
  uint16(offset: number): number {
    return this.#view.getUint16(this.require(offset, 2), this.#littleEndian)
  }
  int16(offset: number): number {
    return this.#view.getInt16(this.require(offset, 2), this.#littleEndian)
  }
  uint32(offset: number): number {
    return this.#view.getUint32(this.require(offset, 4), this.#littleEndian)
  }
  int32(offset: number): number {
    return this.#view.getInt32(this.require(offset, 4), this.#littleEndian)
  }
  float32(offset: number): number {
    return this.#view.getFloat32(this.require(offset, 4), this.#littleEndian)
  }
  float64(offset: number): number {
    return this.#view.getFloat64(this.require(offset, 8), this.#littleEndian)
  }
  /** Counts and offsets; above 2^53 they are rounded, and outside of any file. */
  uint64(offset: number): number {
    return Number(this.#view.getBigUint64(this.require(offset, 8), this.#littleEndian))
  }
  /** An unsigned number of up to six bytes. */
  uint(offset: number, length: number): number {
    this.require(offset, length)
    return this.#littleEndian ? this.bytes.readUIntLE(offset, length) : this.bytes.readUIntBE(offset, length)
  }
  /** Of a field of fixed length, up to its first zero byte. */
  field(offset: number, length: number): Buffer {
    const field = this.bytes.subarray(this.require(offset, length), offset + length)
    const end = field.indexOf(0)
    return end < 0 ? field : field.subarray(0, end)
  }
}

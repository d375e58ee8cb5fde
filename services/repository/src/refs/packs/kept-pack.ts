/** A pack that is kept outside of the folder of its repository. */
export interface KeptPack {
  /** SHA-256 of the content. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** File name in the folder of the repository, if it has the same content there. */
  name?: string;
  /** The content of a small pack; the object store has that of the others. */
  content?: Buffer;
}

/** Messages to the thread that writes files, and its responses. */

/** A part of a file, or its end before it is complete. */
export type WriteRequest =
  | {
      kind: 'write';
      /** Path of the file. The first part creates it. */
      file: string;
      /** Memory with the part, which is moved to the thread and back. */
      bytes: ArrayBuffer;
      /** Bytes of the part. */
      length: number;
      /** With the last part: the expected SHA-256 of all parts, in hex. */
      sha256?: string | undefined;
    }
  | { kind: 'discard'; file: string };

/** The response to a request. */
export interface WriteResponse {
  /** The memory of a part. */
  bytes: ArrayBuffer | undefined;
  /** After the last part: whether the SHA-256 is the expected one, and the content is durable. */
  isVerified: boolean;
}

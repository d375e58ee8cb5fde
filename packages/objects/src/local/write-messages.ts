/** Messages to the thread that writes files. */

/** A part of a file, or its end before it is complete. */
export type WriteRequest =
  | {
      kind: 'write';
      /** Path of the file. The first part creates it. */
      file: string;
      /** Memory with the part, which stays as it is until the response. */
      bytes: SharedArrayBuffer;
      /** Bytes of the part. */
      length: number;
      /** With the last part: the expected SHA-256 of all parts, in hex. */
      sha256?: string | undefined;
    }
  | { kind: 'discard'; file: string };

/**
 * The response to a request: after the last part, whether the SHA-256 is the expected one, and the
 * content is durable; else false.
 */
export type WriteResponse = boolean;

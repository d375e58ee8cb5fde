/**
 * Yields content up to a limit. The rest is received and counted, but discarded, so that the client
 * receives the response after it has sent everything.
 */
export async function* limitStream(
  limit: number,
  content: AsyncIterable<Uint8Array>,
  received: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    received.bytes += chunk.length;
    if (received.bytes <= limit) yield chunk;
  }
}

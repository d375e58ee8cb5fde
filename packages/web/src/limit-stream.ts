/**
 * The content up to a limit. What comes behind is received and counted, but not kept: the sender is
 * answered once he has sent all.
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

/** Limits of a request with several texts. */
export interface BatchLimits {
  maxCount: number;
  /** Maximum size of all texts together, in bytes. A longer text is a batch of its own. */
  maxBytes: number;
}

/** Splits texts into requests, in their order. */
export function batchesOf<Item extends { text: string }>(
  texts: readonly Item[],
  { maxCount, maxBytes }: BatchLimits,
): Item[][] {
  const encoder = new TextEncoder();
  const batches: Item[][] = [];
  let bytes = 0;
  for (const item of texts) {
    const own = encoder.encode(item.text).length;
    const last = batches.at(-1);
    if (!last || last.length >= maxCount || bytes + own > maxBytes) {
      batches.push([item]);
      bytes = own;
    } else {
      last.push(item);
      bytes += own;
    }
  }
  return batches;
}

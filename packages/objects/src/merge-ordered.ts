/**
 * Merges two lists that are ordered by key. Of items with the same key, that of the first list is
 * yielded.
 */
export async function* mergeOrdered<T>(
  first: AsyncIterable<T>,
  second: AsyncIterable<T>,
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  const others = second[Symbol.asyncIterator]();
  try {
    let other = await others.next();
    for await (const item of first) {
      const key = keyOf(item);
      for (; !other.done && keyOf(other.value) < key; other = await others.next()) yield other.value;
      if (!other.done && keyOf(other.value) === key) other = await others.next();
      yield item;
    }
    for (; !other.done; other = await others.next()) yield other.value;
  } finally {
    await others.return?.();
  }
}

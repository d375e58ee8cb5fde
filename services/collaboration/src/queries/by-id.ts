/** Documents by id. */
export function byId<T extends { _id: number }>(documents: readonly T[]): Map<number, T> {
  return new Map(documents.map((document) => [document._id, document]));
}

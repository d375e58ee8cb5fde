/** A page of a list. `total` is absent for lists that are too long to count. */
export interface Page<Item> {
  items: Item[];
  page: number;
  nextPage: number | undefined;
  total: number | undefined;
  totalPages: number | undefined;
  /** Services or kinds that did not respond, and whose entries are missing. */
  unanswered?: string | undefined;
}

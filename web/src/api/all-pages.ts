import type { Page } from './page';

const MAX_PAGES = 20;

/** Loads all pages of a list that is short in practice, such as the labels of a project. */
export async function allPages<Item>(load: (page: number) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let page: number | undefined = 1;
  for (let count = 0; page !== undefined && count < MAX_PAGES; count++) {
    const loaded: Page<Item> = await load(page);
    items.push(...loaded.items);
    page = loaded.nextPage;
  }
  return items;
}

/**
 * Addresses by name as they are configured, where one entry may stand for all numbered replicas: a
 * `*` in its name is a number, and the `*` in its address is the same one. So another replica is
 * found without telling everybody of it.
 */
import { UnavailableError } from '@forgemesh/errors';

/** Finds addresses by name. */
export interface AddressMap {
  /** Address of a name; undefined where none is configured. */
  find(name: string): string | undefined;
  /**
   * The same, for names that must have one. Throws UnavailableError, which tells the log alone
   * which one is missing.
   */
  get(name: string): string;
}

/** A number as replicas have it. */
const NUMBER = '(0|[1-9][0-9]{0,5})';

/** Reads the entries of a map. An entry of its own goes before one that stands for many. */
export function createAddressMap(entries: Readonly<Record<string, string>>): AddressMap {
  const exact = new Map(Object.entries(entries));
  const numbered = Object.entries(entries).flatMap(([name, address]) => {
    const [before, after] = name.split('*').map(escapeExpression);
    return after === undefined ? [] : [{ name: new RegExp(`^${before}${NUMBER}${after}$`), address }];
  });
  const find = (name: string): string | undefined => {
    const own = exact.get(name);
    if (own !== undefined) return own;
    for (const entry of numbered) {
      const number = entry.name.exec(name)?.[1];
      if (number !== undefined) return entry.address.replace('*', number);
    }
    return undefined;
  };
  return {
    find,
    get(name) {
      const address = find(name);
      if (address === undefined)
        throw new UnavailableError(undefined, { cause: new Error(`no address of ${name} is configured`) });
      return address;
    },
  };
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

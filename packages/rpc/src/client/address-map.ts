/**
 * Configured addresses by name, where one entry may stand for all numbered replicas: a `*` in its
 * name is a number, and the `*` in its address is replaced by it. So a new replica needs no change
 * of configuration elsewhere.
 */
import { UnavailableError } from '@forgemesh/errors';

/** Finds addresses by name. */
export interface AddressMap {
  /** Returns the address of a name; undefined if none is configured. */
  find(name: string): string | undefined;
  /**
   * Returns the address of a name. Throws UnavailableError; only the log shows which name is
   * missing.
   */
  get(name: string): string;
}

/** The number of a replica. */
const NUMBER = '(0|[1-9][0-9]{0,5})';

/** Creates a map from its entries. An exact entry takes precedence over a numbered one. */
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

import { useSearchParams } from 'react-router';
import { filterNamesOf, filterValues } from './filter-params';
import { keepsScroll } from './use-scroll-positions';

type FilterValue = string | string[] | undefined;

/** Filters of a list in the address. */
export interface Filters {
  get: (name: string) => string | undefined;
  all: (name: string) => string[];
  /** Changes a filter and returns to the first page. Undefined removes it. */
  set: (name: string, value: FilterValue) => void;
  /** Changes several filters at once. */
  change: (values: Readonly<Record<string, FilterValue>>) => void;
  /** Returns the address of the list with another value. */
  link: (name: string, value: string | undefined) => string;
  isEmpty: boolean;
  clear: () => void;
}

/** Reads and changes the filters. `own` are the names that `clear` removes. */
export function useFilters(own: readonly string[] = []): Filters {
  const [params, setParams] = useSearchParams();
  const changed = (values: Readonly<Record<string, FilterValue>>): URLSearchParams => {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [name, value] of Object.entries(values)) {
      for (const own of filterNamesOf(name)) next.delete(own);
      for (const item of value === undefined ? [] : [value].flat()) if (item !== '') next.append(name, item);
    }
    return next;
  };
  const change = (values: Readonly<Record<string, FilterValue>>): void =>
    setParams(changed(values), { state: keepsScroll });
  return {
    get: (name) => filterValues(params, name)[0],
    all: (name) => filterValues(params, name),
    set: (name, value) => change({ [name]: value }),
    change,
    link: (name, value) => `?${changed({ [name]: value }).toString()}`,
    isEmpty: own.every((name) => filterValues(params, name).length === 0),
    clear: () => {
      const next = new URLSearchParams(params);
      for (const name of [...own.flatMap(filterNamesOf), 'page']) next.delete(name);
      setParams(next);
    },
  };
}

/** Returns `value` if it is one of `allowed`. */
export function oneOf<Value extends string>(value: string | undefined, allowed: readonly Value[]): Value | undefined {
  return allowed.find((entry) => entry === value);
}

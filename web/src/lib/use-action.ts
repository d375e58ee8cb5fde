import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone, showError } from './messages';

/** A change of data by the visitor. */
export interface Action {
  isBusy: boolean;
  /** Runs `change`. Returns whether it succeeded; a failure is shown as a message. */
  run: (change: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

/** Runs changes, and then loads the queries again whose keys begin with one of `keys`. */
export function useAction(...keys: (readonly unknown[])[]): Action {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (change: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      await change();
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (done !== undefined) showDone(done);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}

import { createContext, useContext } from 'react';
import type { Group } from '#api/types';

/** The group that a page belongs to. */
export const GroupContext = createContext<Group | undefined>(undefined);

/** The group of the page. */
export function useGroup(): Group {
  const group = useContext(GroupContext);
  if (!group) throw new Error('this page is not below a group');
  return group;
}

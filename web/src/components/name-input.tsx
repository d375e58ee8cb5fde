/** A text field for usernames, and paths of groups, with those that match what was entered. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import { listGroups, groupKeys } from '#data/groups';
import { findUsers, userKeys } from '#data/users';
import { splitNames } from './split-names';

/** Whose names are offered. */
export type NameKinds = 'users' | 'users and groups';

interface NameInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> {
  kinds: NameKinds;
  /** Whether several names are entered, separated by commas. */
  isSeveral: boolean;
  value: string;
  onChange: (value: string) => void;
}

const MAX_OFFERED = 10;

/** Shows the field; any name can be entered. */
export function NameInput({ kinds, isSeveral, value, onChange, ...input }: NameInputProps) {
  const list = useId();
  const { before, last } = isSeveral ? splitNames(value) : { before: '', last: value };
  const search = last.trim().replace(/^@/, '');
  const users = useQuery({
    queryKey: userKeys.named({ search }),
    queryFn: () => findUsers({ search, active: true, per_page: MAX_OFFERED }),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const groups = useQuery({
    queryKey: groupKeys.found(search),
    queryFn: async () => (await listGroups({ search, per_page: MAX_OFFERED })).items,
    enabled: search !== '' && kinds === 'users and groups',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <input
        className="input"
        autoComplete="off"
        spellCheck={false}
        {...input}
        list={list}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {search !== '' &&
          users.data?.map(({ id, username, name }) => (
            <option key={id} value={before + username}>
              {name}
            </option>
          ))}
        {search !== '' &&
          groups.data?.map(({ id, full_path: path, name }) => (
            <option key={t`group ${id}`} value={before + path}>
              {name}
            </option>
          ))}
      </datalist>
    </>
  );
}

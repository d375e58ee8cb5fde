import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Page } from '#api/page';
import { useSettled } from '#lib/use-settled';
import { PickList } from './pick-list';

const MAX_PROJECTS = 10;

/** What a list of projects is asked for. */
interface ProjectQuery {
  search?: string;
  order_by: 'last_activity_at';
  simple: true;
  per_page: number;
}

interface ProjectPickProps {
  label: string;
  /** Id of the chosen project. */
  chosen: number | undefined;
  /** Returns the key of the query of the projects found by a search. */
  keyOf: (search: string) => readonly unknown[];
  load: (query: ProjectQuery) => Promise<Page<{ id: number; path_with_namespace: string }>>;
  change: (id: number | undefined) => void;
  /** Shown as long as no project is chosen. */
  children: ReactNode;
}

/** Picks one of the projects that a search finds. */
export function ProjectPick({ label, chosen, keyOf, load, change, children }: ProjectPickProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const search = useSettled(text.trim());
  const projects = useQuery({
    queryKey: keyOf(search),
    queryFn: () => {
      const query = { order_by: 'last_activity_at', simple: true, per_page: MAX_PROJECTS } as const;
      return load(search === '' ? query : { ...query, search });
    },
    enabled: isWanted,
  });
  const found = projects.data?.items.map(({ id, path_with_namespace: path }) => ({ value: id, text: path }));
  return (
    <PickList
      label={label}
      isSingle
      canEdit
      choices={found}
      chosen={chosen === undefined ? [] : [chosen]}
      onOpen={() => setIsWanted(true)}
      onSearch={setText}
      change={([id]) => {
        const picked = found?.find(({ value }) => value === id);
        if (picked) setName(picked.text);
        change(picked?.value);
      }}
    >
      {chosen === undefined ? children : <span className="badge">{name}</span>}
    </PickList>
  );
}

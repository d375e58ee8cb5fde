/** Chooses another branch or tag for the same page. */
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, GitBranch } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Menu } from '#components/menu';
import { findBranches } from '#data/branches';
import { useProject } from '#data/project-context';
import { repositoryKeys } from '#data/repository';
import { findTags } from '#data/tags';

const MAX_SHOWN = 20;

interface RefMenuProps {
  current: string;
  /** Returns the address of the page at a ref. */
  to: (ref: string) => string;
}

/** Shows the current ref; the menu searches branches and tags. */
export function RefMenu({ current, to }: RefMenuProps) {
  const { id } = useProject();
  const [search, setSearch] = useState('');
  const query = useQuery({
    queryKey: repositoryKeys.searchedRefs(id, search),
    queryFn: async () => {
      const [branches, tags] = await Promise.all([
        findBranches(id, { per_page: MAX_SHOWN, ...(search !== '' && { search }) }),
        findTags(id, { per_page: MAX_SHOWN, ...(search !== '' && { search }) }),
      ]);
      return { branches: branches.map(({ name }) => name), tags: tags.map(({ name }) => name) };
    },
    staleTime: 60_000,
  });
  const shown = /^[0-9a-f]{40,64}$/.test(current) ? current.slice(0, 8) : current;
  return (
    <Menu
      label={`Branch or tag: ${shown}`}
      startsLeft
      className="button"
      button={
        <>
          <GitBranch size={15} aria-hidden="true" />
          <span className="truncate ref-name">{shown}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      <input
        className="input"
        type="search"
        aria-label="Find a branch or tag"
        placeholder="Find a branch or tag"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Names title="Branches" names={query.data?.branches ?? []} current={current} to={to} />
      <Names title="Tags" names={query.data?.tags ?? []} current={current} to={to} />
    </Menu>
  );
}

function Names({ title, names, current, to }: RefMenuProps & { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <div className="menu-heading">{title}</div>
      {names.map((name) => (
        <Link key={name} to={to(name)} aria-current={name === current ? 'true' : undefined}>
          {name}
        </Link>
      ))}
    </>
  );
}

/** Chooses a branch or tag: of the page, or of a form. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, GitBranch } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { findBranches } from '#data/branches';
import { repositoryKeys } from '#data/repository';
import { findTags } from '#data/tags';
import { Menu } from './menu';
import styles from './ref-menu.module.css';

const MAX_SHOWN = 20;
const commitId = /^[0-9a-f]{40,64}$/;

/** Which refs are offered. Commits can be entered where tags are offered. */
export type RefKinds = 'branches' | 'branches and tags';

interface RefMenuProps {
  projectId: number;
  current: string;
  /** Returns the address of the page with a ref. */
  to: (ref: string) => string;
  kinds?: RefKinds;
  /** What the ref is for, such as `From`. Default: what is offered. */
  label?: string;
  /** Whether an address replaces the current one, and the page stays where it is. */
  replaces?: boolean;
}

const branchTexts = { kind: t`Branch`, choice: t`Choose a branch`, search: t`Find a branch` };
const refTexts = { kind: t`Branch or tag`, choice: t`Choose a branch or tag`, search: t`Find a branch or tag` };

/** Shows the current ref; the menu searches others, and takes the name that was entered. */
export function RefMenu(props: RefMenuProps) {
  const { projectId, current, to, kinds = 'branches and tags', replaces = false } = props;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const { branches, tags, isLoaded } = useRefs(projectId, { kinds, search: search.trim(), isEnabled: isOpened });
  const { kind, choice, search: searchText } = kinds === 'branches' ? branchTexts : refTexts;
  const name = commitId.test(current) ? current.slice(0, 8) : current;
  const shown = name === '' ? choice : name;
  const choose = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = search.trim();
    const names = [...branches, ...tags];
    const chosen = names.find((one) => one === wanted) ?? names[0] ?? (kinds === 'branches' ? undefined : wanted);
    if (wanted === '' || chosen === undefined) return;
    const menu = event.currentTarget.closest('details');
    if (menu) menu.open = false;
    void navigate(to(chosen), { replace: replaces });
  };
  const names = { current, to, replaces };
  return (
    <Menu
      label={`${props.label ?? kind}: ${shown}`}
      startsLeft
      onOpen={() => setIsOpened(true)}
      className="button"
      button={
        <>
          <GitBranch size={15} aria-hidden="true" />
          <span className={`truncate ${styles.name}`}>{shown}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      <form className={styles.search} onSubmit={choose} role="search" aria-label={searchText}>
        <input
          className="input"
          type="search"
          aria-label={searchText}
          placeholder={kinds === 'branches' ? t`Find a branch` : t`Branch, tag or commit`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      <Names title={t`Branches`} names={branches} {...names} />
      <Names title={t`Tags`} names={tags} {...names} />
      {isLoaded && branches.length + tags.length === 0 && (
        <div className="menu-heading">
          <Trans>Nothing found</Trans>
        </div>
      )}
    </Menu>
  );
}

interface RefSearch {
  kinds: RefKinds;
  search: string;
  isEnabled: boolean;
}

interface FoundRefs {
  branches: string[];
  tags: string[];
  isLoaded: boolean;
}

/** Returns names of branches and tags that contain a text. */
export function useRefs(projectId: number, { kinds, search, isEnabled }: RefSearch): FoundRefs {
  const { data } = useQuery({
    queryKey: repositoryKeys.searchedRefs(projectId, kinds, search),
    queryFn: async () => {
      const query = { per_page: MAX_SHOWN, ...(search !== '' && { search }) };
      const [branches, tags] = await Promise.all([
        findBranches(projectId, query),
        kinds === 'branches' ? [] : findTags(projectId, query),
      ]);
      return { branches: branches.map(({ name }) => name), tags: tags.map(({ name }) => name) };
    },
    enabled: isEnabled,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return { branches: data?.branches ?? [], tags: data?.tags ?? [], isLoaded: data !== undefined };
}

interface NamesProps extends Pick<RefMenuProps, 'current' | 'to' | 'replaces'> {
  title: string;
  names: string[];
}

function Names({ title, names, current, to, replaces = false }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <>
      <div className="menu-heading">{title}</div>
      {names.map((name) => (
        <Link key={name} to={to(name)} replace={replaces} aria-current={name === current ? 'true' : undefined}>
          {name}
        </Link>
      ))}
    </>
  );
}

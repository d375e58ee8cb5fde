/** Finds a file of a ref by parts of its path. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { File } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Project } from '#api/types';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RefMenu } from '#components/ref-menu';
import { Loaded, Loading } from '#components/states';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { listFilePaths, repositoryKeys } from '#data/repository';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { findPaths, type FoundPath } from './find-paths';
import { useFileAddress } from './use-file-address';
import styles from './find-file.module.css';

/** The page has no other purpose than its search. */
const focused = { autoFocus: true };

/** Shows the search for the ref of the address. */
export function FindFilePage() {
  const project = useProject();
  const address = useFileAddress();
  useTitle(t`Find a file`, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Find a file` }]}>
      <h1 className="visually-hidden">
        <Trans>Find a file</Trans>
      </h1>
      {address ? <Finder key={address.ref} refName={refOf(address, project)} /> : <Loading />}
    </Main>
  );
}

function refOf({ ref }: FileAddress, { default_branch: branch }: Project): string {
  return ref === 'HEAD' ? (branch ?? ref) : ref;
}

function Finder({ refName: ref }: { refName: string }) {
  const { id, path_with_namespace: project } = useProject();
  const [search, setSearch] = useState('');
  const query = useQuery({
    queryKey: repositoryKeys.filePaths(id, ref),
    queryFn: () => listFilePaths(id, { ref }),
    staleTime: 60_000,
  });
  const wanted = useDeferredValue(search);
  const paths = query.data?.paths;
  const found = useMemo(() => findPaths(paths ?? [], wanted), [paths, wanted]);
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const list = useId();
  const current = Math.min(chosen, found.length - 1);
  const press = (event: KeyboardEvent): void => {
    const file = found[current];
    if (event.key === 'Enter' && file) void navigate(projectPath(project, 'blob', ref, file.path));
    else if (event.key === 'ArrowDown') setChosen(Math.min(current + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(current - 1, 0));
    else if (event.key === 'Escape') void navigate(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div className="stack">
      <div className="toolbar">
        <RefMenu projectId={id} current={ref} to={(name) => projectPath(project, 'find_file', name)} />
        <input
          className={`input ${styles.search}`}
          type="search"
          aria-label={t`Find a file`}
          aria-controls={list}
          placeholder={t`Parts of the path`}
          {...focused}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <Loaded query={query} lines={12}>
        {({ paths: all, is_truncated: isTruncated }) => (
          <>
            <p className="muted small" role="status">
              {isTruncated
                ? t`Only the first ${plural(all.length, { one: '# file', other: '# files' })} can be found here. Use the search for others.`
                : plural(all.length, { one: '# file', other: '# files' })}
            </p>
            {found.length === 0 ? (
              <p className="empty">
                <Trans>No file has such a path.</Trans>
              </p>
            ) : (
              <ul className="card list" id={list} aria-label={t`Files`}>
                {found.map((file, index) => (
                  <li
                    key={file.path}
                    className={index === current ? styles.chosen : undefined}
                    ref={index === current ? scrollIntoView : undefined}
                  >
                    <File size={15} aria-hidden="true" />
                    <Link
                      className="mono grow"
                      aria-current={index === current ? 'true' : undefined}
                      to={projectPath(project, 'blob', ref, file.path)}
                    >
                      <Marked file={file} />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Marked({ file: { path, marked } }: { file: FoundPath }) {
  if (marked.size === 0) return <>{path}</>;
  return <>{[...path].map((letter, index) => (marked.has(index) ? <mark key={index}>{letter}</mark> : letter))}</>;
}

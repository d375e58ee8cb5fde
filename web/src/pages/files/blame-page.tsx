/** Which commit changed each line of a file last. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import type { BlameRange } from '#api/types';
import { Avatar } from '#components/avatar';
import { CodeView } from '#components/code/code-view';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RelativeTime } from '#components/relative-time';
import { Loaded, Loading } from '#components/states';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { repositoryKeys, getFileBlame } from '#data/repository';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { FileToolbar } from './file-toolbar';
import { useFileAddress } from './use-file-address';
import styles from './files.module.css';

/** Shows the file of the address with the commit of each line. */
export function BlamePage() {
  const project = useProject();
  const address = useFileAddress();
  useTitle(t`Blame`, address?.path, project.name_with_namespace);
  const query = useQuery({
    queryKey: repositoryKeys.blame(project.id, address?.ref, address?.path),
    queryFn: () => getFileBlame(project.id, address?.path ?? '', { ref: address?.ref ?? '' }),
    enabled: address !== undefined,
    staleTime: 60_000,
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Blame` }]}>
      {address ? (
        <>
          <h1 className="visually-hidden">{address.path}</h1>
          <FileToolbar address={address} page="blame" />
          <div className="card">
            <div className="card-header">
              <span className="grow muted small">
                <Trans>The last change of each line</Trans>
              </span>
              <Link
                className="button button-small"
                to={projectPath(project.path_with_namespace, 'blob', address.ref, address.path)}
              >
                <Trans>File</Trans>
              </Link>
            </div>
            <Loaded query={query} lines={16}>
              {(ranges) => <BlameView key={`${address.ref}/${address.path}`} ranges={ranges} address={address} />}
            </Loaded>
          </div>
        </>
      ) : (
        <Loading lines={12} />
      )}
    </Main>
  );
}

function BlameView({ ranges, address }: { ranges: BlameRange[]; address: FileAddress }) {
  const { text, byLine, starts } = useMemo(() => {
    const lines = ranges.flatMap((range) => range.lines.map((line) => ({ line, range })));
    const first = new Set<number>();
    let number = 1;
    for (const range of ranges) {
      first.add(number);
      number += range.lines.length;
    }
    return { text: lines.map(({ line }) => line).join('\n'), byLine: lines.map(({ range }) => range), starts: first };
  }, [ranges]);
  const ages = useMemo(() => agesOf(ranges), [ranges]);
  const commitOf = useCallback(
    (line: number) => {
      const range = byLine[line - 1];
      const age = ages.get(range?.commit?.id ?? '') ?? 0;
      return (
        <td className={`${styles.blameCommit} ${ageClasses[age]}`}>
          {range && starts.has(line) && <BlameCommit range={range} />}
        </td>
      );
    },
    [byLine, starts, ages],
  );
  const classOf = useCallback(
    (line: number) => (starts.has(line) && line > 1 ? styles.blameStart : undefined),
    [starts],
  );
  return (
    <div className={styles.fileCode}>
      <CodeView text={text} fileName={address.path} before={commitOf} classOf={classOf} />
    </div>
  );
}

function BlameCommit({ range: { commit, previous } }: { range: BlameRange }) {
  const { path_with_namespace: project } = useProject();
  if (!commit) return null;
  const [title = ''] = commit.message.split('\n');
  return (
    <span className="row">
      <Avatar name={commit.author_name} size={20} />
      <Link
        className="truncate grow plain-link"
        to={projectPath(project, 'commit', commit.id)}
        title={`${commit.author_name}: ${commit.message}`}
      >
        {title}
      </Link>
      <span className="muted wide-only truncate">{commit.author_name}</span>
      <span className="muted wide-only nowrap">
        <RelativeTime time={commit.committed_date} />
      </span>
      {previous && (
        <Link
          className={styles.blamePrevious}
          to={projectPath(project, 'blame', previous.commit_id, previous.path)}
          aria-label={t`Blame before ${title}`}
          title={t`Blame before this change`}
        >
          <History size={14} aria-hidden="true" />
        </Link>
      )}
    </span>
  );
}

const ageClasses = [styles.blameAge0, styles.blameAge1, styles.blameAge2, styles.blameAge3, styles.blameAge4];

/** Returns the age of each commit, from 0 for the newest fifth of the file's commits to 4. */
function agesOf(ranges: readonly BlameRange[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { commit } of ranges) if (commit) times.set(commit.id, Date.parse(commit.committed_date));
  const ids = [...times].sort(([, one], [, other]) => other - one).map(([id]) => id);
  return new Map(ids.map((id, index) => [id, Math.floor((index * ageClasses.length) / ids.length)]));
}

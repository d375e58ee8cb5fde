/** Which commit changed each line of a file last. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { BlameRange } from '#api/types';
import { CodeView } from '#components/code/code-view';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RelativeTime } from '#components/relative-time';
import { Loaded, Loading } from '#components/states';
import { useProject } from '#data/project-context';
import { repositoryKeys, getFileBlame } from '#data/repository';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { FileToolbar } from './file-toolbar';
import { useFileAddress } from './use-file-address';

/** Shows the file of the address with the commit of each line. */
export function BlamePage() {
  const project = useProject();
  const address = useFileAddress();
  useTitle('Blame', address?.path, project.name_with_namespace);
  const query = useQuery({
    queryKey: repositoryKeys.blame(project.id, address?.ref, address?.path),
    queryFn: () => getFileBlame(project.id, address?.path ?? '', { ref: address?.ref ?? '' }),
    enabled: address !== undefined,
    staleTime: 60_000,
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Blame' }]}>
      {address ? (
        <>
          <h1 className="visually-hidden">{address.path}</h1>
          <FileToolbar address={address} page="blame" />
          <div className="card">
            <div className="card-header">
              <span className="grow muted small">The last change of each line</span>
              <Link
                className="button button-small"
                to={projectPath(project.path_with_namespace, 'blob', address.ref, address.path)}
              >
                File
              </Link>
            </div>
            <Loaded query={query} lines={16}>
              {(ranges) => <BlameView ranges={ranges} path={address.path} />}
            </Loaded>
          </div>
        </>
      ) : (
        <Loading lines={12} />
      )}
    </Main>
  );
}

function BlameView({ ranges, path }: { ranges: BlameRange[]; path: string }) {
  const { path_with_namespace: project } = useProject();
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
  const commitOf = (line: number) => {
    const commit = starts.has(line) ? byLine[line - 1]?.commit : undefined;
    return (
      <td className="blame-commit">
        {commit && (
          <span className="row">
            <Link
              className="truncate grow plain-link"
              to={projectPath(project, 'commit', commit.id)}
              title={`${commit.author_name}: ${commit.message}`}
            >
              {commit.message.split('\n')[0]}
            </Link>
            <span className="muted wide-only">
              <RelativeTime time={commit.committed_date} />
            </span>
          </span>
        )}
      </td>
    );
  };
  return (
    <div className="file-code">
      <CodeView
        text={text}
        fileName={path}
        before={commitOf}
        classOf={(line) => (starts.has(line) && line > 1 ? 'blame-start' : undefined)}
      />
    </div>
  );
}

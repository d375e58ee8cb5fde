import { t } from '@lingui/core/macro';
import type { MergeRequest } from '#api/types';
import { Commands } from '#components/commands';
import { useProject } from '#data/project-context';
import { shellWord } from '#lib/shell-word';

/** The commands that merge the target branch into the source branch on the visitor's machine. */
export function LocalMerge({ request }: { request: MergeRequest }) {
  const project = useProject();
  const source = shellWord(request.source_branch);
  const target = shellWord(request.target_branch);
  const isFork = request.source_project_id !== request.target_project_id;
  const merge = isFork
    ? [`git fetch ${project.http_url_to_repo} ${target}`, 'git merge FETCH_HEAD']
    : ['git fetch origin', `git merge ${shellWord(`origin/${request.target_branch}`)}`];
  return (
    <Commands
      title={t`Merge ${request.target_branch} into ${request.source_branch}`}
      lines={[
        `git switch ${source}`,
        ...merge,
        `# ${t`edit the files in conflict`}`,
        'git add --all',
        'git commit --no-edit',
        `git push origin ${source}`,
      ]}
    />
  );
}

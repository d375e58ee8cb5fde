/** An epic: text, issues and discussions. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useParams } from 'react-router';
import type { Epic } from '#api/types';
import { DiscussionList } from '#components/discussion/discussion-list';
import { IssueRow } from '#components/items/issue-row';
import { ItemText } from '#components/items/item-title';
import { Labels } from '#components/items/labels';
import { groupCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RelativeTime } from '#components/relative-time';
import { StateBadge } from '#components/state-badge';
import { Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { useGroupLevel } from '#data/access';
import { epicDiscussions } from '#data/discussions';
import { epicKeys, createEpicIssue, getEpic, listEpicIssues, updateEpic } from '#data/epics';
import { useGroup } from '#data/group-context';
import { getIssue } from '#data/issues';
import { useGroupLabels } from '#data/labels';
import { dateText } from '#lib/format';
import { labelNames } from '#data/item-labels';
import { Level } from '#lib/levels';
import { groupPath, projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';

/** Shows an epic. */
export function EpicPage() {
  const group = useGroup();
  const { iid = '' } = useParams();
  useLive(`groups/${group.id}/epics/${Number(iid)}`, epicKeys.one(group.id, Number(iid)));
  const query = useQuery({
    queryKey: epicKeys.one(group.id, Number(iid)),
    queryFn: () => getEpic(group.id, Number(iid)),
  });
  useTitle(query.data?.title, t`Epics`, group.full_name);
  const list = { text: t`Epics`, to: groupPath(group.full_path, 'epics') };
  return (
    <Main crumbs={[...groupCrumbs(group), list, { text: `&${iid}` }]}>
      <Loaded query={query}>{(epic) => <EpicView epic={epic} />}</Loaded>
    </Main>
  );
}

function EpicView({ epic }: { epic: Epic }) {
  const group = useGroup();
  const canEdit = useGroupLevel(group) >= Level.reporter;
  const labels = useGroupLabels(group.id);
  const key = epicKeys.one(group.id, epic.iid);
  const issues = useQuery({
    queryKey: epicKeys.issues(group.id, epic.iid),
    queryFn: () => listEpicIssues(group.id, epic.iid, { per_page: 100, with_labels_details: true }),
  });
  const { run, isBusy } = useAction(key, epicKeys.all);
  const [text, setText] = useState('');
  const isOpen = epic.state === 'opened';
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const [, path = '', iid = ''] = /^(.+)#(\d+)$/.exec(text.trim()) ?? [];
    const isAdded = await run(async () => {
      const issue = await getIssue(path, Number(iid));
      await createEpicIssue(group.id, epic.iid, issue.id);
    });
    if (isAdded) setText('');
  };
  return (
    <div className="stack">
      <ItemText
        title={epic.title}
        description={epic.description}
        reference={`&${epic.iid}`}
        canEdit={canEdit}
        subject="epic"
        group={group}
        draftKey={`epic-${epic.id}`}
        save={(title, description) => run(() => updateEpic(group.id, epic.iid, { title, description }))}
        tasks={{
          load: async () => (await getEpic(group.id, epic.iid)).description ?? '',
          save: (description) => run(() => updateEpic(group.id, epic.iid, { description })),
        }}
        meta={
          <>
            <StateBadge kind="epic" state={epic.state} />
            <UserLink user={epic.author} />
            <span>
              <Trans>
                opened <RelativeTime time={epic.created_at} />
              </Trans>
            </span>
            {epic.start_date && (
              <span>
                <Trans>from {dateText(epic.start_date)}</Trans>
              </span>
            )}
            {epic.due_date && (
              <span>
                <Trans>until {dateText(epic.due_date)}</Trans>
              </span>
            )}
            <Labels names={labelNames(epic.labels)} labels={labels.data} />
          </>
        }
        actions={
          canEdit && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() =>
                void run(() => updateEpic(group.id, epic.iid, { state_event: isOpen ? 'close' : 'reopen' }))
              }
            >
              {isOpen ? t`Close epic` : t`Reopen epic`}
            </button>
          )
        }
      />
      <section className="stack-small" aria-labelledby="epic-issues">
        <h2 id="epic-issues">
          <Trans>Issues</Trans>
        </h2>
        <Loaded query={issues} lines={3}>
          {(list) =>
            list.length === 0 ? (
              <p className="muted">
                <Trans>No issues yet.</Trans>
              </p>
            ) : (
              <ul className="card list">
                {list.map((issue) => (
                  <IssueRow key={issue.id} issue={issue} labels={labels.data} isGlobal />
                ))}
              </ul>
            )
          }
        </Loaded>
        {canEdit && (
          <form className="row" onSubmit={(event) => void add(event)}>
            <input
              className="input"
              aria-label={t`Issue to add`}
              placeholder={t`${projectPath(group.full_path).slice(1)}/project#12`}
              pattern=".+#\d+"
              required
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <button type="submit" className="button" disabled={isBusy}>
              <Trans>Add issue</Trans>
            </button>
          </form>
        )}
      </section>
      <DiscussionList source={epicDiscussions(group.id, epic)} canModerate={false} />
    </div>
  );
}

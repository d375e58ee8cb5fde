/** The discussions of an item in order of time, with a form for a new one. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Discussion } from '#api/types';
import type { DiscussionSource } from '#data/discussions';
import { useAction } from '#lib/use-action';
import { usePolling } from '#live/use-live';
import { useIsSignedIn } from '#session/use-session';
import { Loaded, SignInLink } from '../states';
import { activityOf } from './activity';
import { CommentForm } from './comment-form';
import { LabelNote } from './label-note';
import { NextThread } from './next-thread';
import { isOpenThread, Thread } from './thread';
import styles from './discussion.module.css';

const REFRESH_MS = 20_000;

/** The query of the discussions, which several parts of a page share. */
export function useDiscussions(source: DiscussionSource) {
  const refetchInterval = usePolling(source.topic, REFRESH_MS);
  return useQuery({ queryKey: source.key, queryFn: source.load, refetchInterval });
}

interface DiscussionListProps {
  source: DiscussionSource;
  canModerate: boolean;
  /** Whether the visitor may comment. */
  canComment?: boolean;
  /** Further buttons of the form, such as to close the item. */
  actions?: ReactNode;
  /** Title of a thread, such as its file. */
  titleOf?: (discussion: Discussion) => string | undefined;
  /** Address that the title of a thread links to. */
  titleLinkOf?: (discussion: Discussion) => string | undefined;
  /** What is shown above the comments of a thread, such as its lines. */
  excerptOf?: (discussion: Discussion) => ReactNode;
  isOutdated?: (discussion: Discussion) => boolean;
  /** Whether a discussion is in the list, and not elsewhere on the page. */
  isShown?: (discussion: Discussion) => boolean;
}

/** Shows the discussions. */
export function DiscussionList(props: DiscussionListProps) {
  const { source, canModerate, canComment = true, actions, titleOf, isOutdated, isShown = () => true } = props;
  const query = useDiscussions(source);
  const isSignedIn = useIsSignedIn();
  const { loadLabelEvents } = source;
  const labelEvents = useQuery({
    queryKey: [...source.itemKey, 'label-events'],
    queryFn: () => loadLabelEvents?.() ?? [],
    enabled: loadLabelEvents !== undefined && isSignedIn,
  });
  const [shown, setShown] = useState<'all' | 'comments' | 'open'>('all');
  const { run } = useAction(source.itemKey);
  const filter = (discussion: Discussion): boolean => {
    if (!isShown(discussion)) return false;
    if (shown === 'open') return isOpenThread(discussion);
    return shown === 'all' || discussion.notes[0]?.system !== true;
  };
  const hasOpen = source.resolve !== undefined && query.data?.some(isOpenThread) === true;
  return (
    <section className={styles.discussions} aria-labelledby="discussions-title">
      <div className={`row between${hasOpen ? ` ${styles.discussionsHead}` : ''}`}>
        <h2 id="discussions-title">
          <Trans>Activity</Trans>
        </h2>
        <div className="row row-wrap">
          {hasOpen && <NextThread threads={(query.data ?? []).filter(filter)} />}
          <select
            className="select"
            aria-label={t`Activity to show`}
            value={shown}
            onChange={(event) => setShown(event.target.value as typeof shown)}
          >
            <option value="all">
              <Trans>All activity</Trans>
            </option>
            <option value="comments">
              <Trans>Comments only</Trans>
            </option>
            {source.resolve && (
              <option value="open">
                <Trans>Unresolved threads</Trans>
              </option>
            )}
          </select>
        </div>
      </div>
      <Loaded query={query} lines={8}>
        {(discussions) => (
          <>
            {activityOf(discussions.filter(filter), shown === 'all' ? (labelEvents.data ?? []) : []).map((entry) =>
              'labels' in entry ? (
                <LabelNote key={entry.labels.id} change={entry.labels} />
              ) : (
                <Thread
                  key={entry.discussion.id}
                  discussion={entry.discussion}
                  source={source}
                  canModerate={canModerate}
                  title={titleOf?.(entry.discussion)}
                  titleLink={props.titleLinkOf?.(entry.discussion)}
                  excerpt={props.excerptOf?.(entry.discussion)}
                  isOutdated={isOutdated?.(entry.discussion) ?? false}
                />
              ),
            )}
          </>
        )}
      </Loaded>
      {!isSignedIn ? (
        <div>
          <SignInLink text={t`Sign in to comment`} />
        </div>
      ) : canComment ? (
        <CommentForm
          label={t`New comment`}
          draftKey={`comment-${source.key.join('-')}`}
          submitText={t`Comment`}
          subject={source.subject}
          project={source.project}
          group={source.group}
          save={(body) => run(() => source.comment(body))}
          {...(source.resolve && {
            other: { text: t`Start thread`, save: (body: string) => run(() => source.start(body)) },
          })}
        >
          {actions}
        </CommentForm>
      ) : (
        <p className="muted">
          <Trans>The discussion is locked for visitors who are not members.</Trans>
        </p>
      )}
    </section>
  );
}

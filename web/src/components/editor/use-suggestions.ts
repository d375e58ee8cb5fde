/** Loads what can complete a text at the caret. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import {
  completionKeys,
  findCompletedEpics,
  findCompletedItems,
  listCompletedMilestones,
  listCompletedUsers,
} from '#data/completion';
import { useLabels } from '#data/labels';
import type { EditorSubject } from '#lib/editor-subject';
import { matching, referenceTo, type CompletionKind, type Suggestion, type Typed } from './completion';
import { quickActionsFor } from './quick-actions';

/** The project or group that a text belongs to. */
export interface EditorOwner {
  kind: 'project' | 'group';
  id: number;
  /** Group whose epics the text can refer to; undefined without one. */
  epicGroup: number | undefined;
}

/** Further entries are found by more letters. */
const MAX_SHOWN = 50;

/** Returns the entries for what is typed; none while they load. */
export function useSuggestions(
  typed: Typed | undefined,
  subject: EditorSubject,
  owner: EditorOwner | undefined,
): Suggestion[] {
  const is = (kind: CompletionKind): boolean => typed?.kind === kind && owner !== undefined;
  const query = typed?.query ?? '';
  const users = useQuery({
    queryKey: completionKeys.users(owner),
    queryFn: () => listCompletedUsers(owner as EditorOwner),
    staleTime: 60_000,
    enabled: is('user'),
  });
  const labels = useLabels(owner?.kind ?? 'project', owner?.id ?? 0, is('label'));
  const milestones = useQuery({
    queryKey: completionKeys.milestones(owner),
    queryFn: () => listCompletedMilestones(owner as EditorOwner),
    staleTime: 60_000,
    enabled: is('milestone'),
  });
  const kind = is('merge_request') ? 'merge_requests' : 'issues';
  const search = useDeferredValue(query);
  const items = useQuery({
    queryKey: completionKeys.items(owner, kind, search),
    queryFn: () => findCompletedItems(owner as EditorOwner, kind, search),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    enabled: is('issue') || is('merge_request'),
  });
  const epicGroup = owner?.epicGroup;
  const epics = useQuery({
    queryKey: completionKeys.epics(epicGroup, search),
    queryFn: () => findCompletedEpics(epicGroup ?? 0, search),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    enabled: is('epic') && epicGroup !== undefined,
  });
  const emoji = useQuery({
    queryKey: completionKeys.emoji,
    queryFn: async () => (await import('#lib/emoji')).emojiByName,
    staleTime: Infinity,
    enabled: typed?.kind === 'emoji',
  });
  if (!typed) return [];
  const all = ((): Suggestion[] => {
    switch (typed.kind) {
      case 'action':
        return matching(quickActionsFor(subject), query, ({ name }) => [name]).map(({ name, text, argument }) => ({
          key: name,
          text: `/${name}${argument === undefined ? '' : ` ${argument}`}`,
          hint: text,
          inserted: `/${name}${argument === undefined ? '' : ' '}`,
        }));
      case 'user':
        return matching(users.data ?? [], query, ({ username, name }) => [username, name]).map((user) => ({
          key: user.username,
          text: `@${user.username}`,
          hint: user.name,
          avatar: user.avatar_url,
          inserted: `@${user.username} `,
        }));
      case 'label':
        return matching(labels.data ?? [], query, ({ name }) => [name]).map(({ name, color, description }) => ({
          key: name,
          text: name,
          hint: description ?? undefined,
          color,
          inserted: `${referenceTo('~', name)} `,
        }));
      case 'milestone':
        return matching(milestones.data ?? [], query, ({ title }) => [title]).map(({ id, title, due_date: due }) => ({
          key: String(id),
          text: title,
          hint: due === null ? undefined : t`due ${due}`,
          inserted: `${referenceTo('%', title)} `,
        }));
      case 'emoji':
        return matching(Object.entries(emoji.data ?? {}), query, ([name]) => [name]).map(([name, picture]) => ({
          key: name,
          text: `:${name}:`,
          emoji: picture,
          inserted: `:${name}: `,
        }));
      default:
        return ((typed.kind === 'epic' ? epics : items).data ?? []).map(({ id, reference, title, state }) => ({
          key: String(id),
          text: reference,
          hint: state === 'opened' ? title : `${title} (${state})`,
          inserted: `${reference} `,
        }));
    }
  })();
  return all.slice(0, MAX_SHOWN);
}

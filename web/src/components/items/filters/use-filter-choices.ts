/** Values that a filter offers: people, labels, milestones, emoji or branches. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { completionKeys, listCompletedMilestones, listCompletedUsers } from '#data/completion';
import { useCurrentUser } from '#data/current-user';
import { useLabels } from '#data/labels';
import { userKeys, findUsers } from '#data/users';
import { useSettled } from '#lib/use-settled';
import { useRefs } from '../../ref-menu';
import { quickEmoji } from '../emoji-picker';
import type { ItemScope } from '../item-scope';
import { useEmoji } from '../use-emoji';
import type { ChoiceSource } from './filter-kinds';
import type { FilterChoice } from './filter-suggestions';

const MAX_FOUND = 12;
const STALE_MS = 60_000;

/** Returns the values of a source; undefined while they load. `source` is undefined for none. */
export function useFilterChoices(
  scope: ItemScope,
  source: ChoiceSource | undefined,
  text: string,
): readonly FilterChoice[] | undefined {
  const found = {
    people: usePeople(scope, source === 'people', text),
    labels: useLabelChoices(scope, source === 'labels'),
    milestones: useMilestones(scope, source === 'milestones'),
    emoji: useEmojiChoices(source === 'emoji', text),
    branches: useBranches(scope, source === 'branches', text),
    none: [],
  };
  return found[source ?? 'none'];
}

function usePeople(scope: ItemScope, isWanted: boolean, text: string): readonly FilterChoice[] | undefined {
  const owner = scope.kind === 'all' ? undefined : scope;
  const user = useCurrentUser();
  const search = useSettled(text.trim());
  const members = useQuery({
    queryKey: completionKeys.users(owner),
    queryFn: () => (owner ? listCompletedUsers(owner) : []),
    staleTime: STALE_MS,
    enabled: isWanted && owner !== undefined,
  });
  const found = useQuery({
    queryKey: userKeys.named({ search, per_page: MAX_FOUND }),
    queryFn: () => findUsers({ search, active: true, per_page: MAX_FOUND }),
    enabled: isWanted && owner === undefined && user !== undefined && search !== '',
  });
  const listed = owner ? members.data : (found.data ?? []);
  if (!listed) return undefined;
  const others = listed.filter(({ id }) => id !== user?.id);
  return (user ? [user, ...others] : others).map(({ name, username, avatar_url: avatar }) => ({
    value: username,
    text: username === user?.username ? t`${name} (you)` : name,
    hint: `@${username}`,
    avatar: avatar ?? null,
  }));
}

function useLabelChoices(scope: ItemScope, isWanted: boolean): readonly FilterChoice[] | undefined {
  const isOfOwner = scope.kind !== 'all';
  const { data } = useLabels(
    scope.kind === 'group' ? 'group' : 'project',
    isOfOwner ? scope.id : 0,
    isWanted && isOfOwner,
  );
  if (!isOfOwner) return [];
  return data?.map(({ name, color, description }) => ({
    value: name,
    text: name,
    color,
    ...(description && { hint: description }),
  }));
}

function useMilestones(scope: ItemScope, isWanted: boolean): readonly FilterChoice[] | undefined {
  const owner = scope.kind === 'all' ? undefined : scope;
  const { data } = useQuery({
    queryKey: completionKeys.milestones(owner),
    queryFn: () => (owner ? listCompletedMilestones(owner) : []),
    staleTime: STALE_MS,
    enabled: isWanted && owner !== undefined,
  });
  if (!owner) return [];
  return data?.map(({ title, due_date: due }) => ({
    value: title,
    text: title,
    ...(due && { hint: t`due ${due}` }),
  }));
}

function useEmojiChoices(isWanted: boolean, text: string): readonly FilterChoice[] {
  const emoji = useEmoji(isWanted && text.trim() !== '');
  return Object.entries(emoji ?? quickEmoji).map(([name, picture]) => ({ value: name, text: name, emoji: picture }));
}

function useBranches(scope: ItemScope, isWanted: boolean, text: string): readonly FilterChoice[] {
  const projectId = scope.kind === 'project' ? scope.id : 0;
  const search = useSettled(text.trim());
  const isEnabled = isWanted && projectId !== 0;
  const { branches } = useRefs(projectId, { kinds: 'branches', search, isEnabled });
  return branches.map((name) => ({ value: name, text: name }));
}

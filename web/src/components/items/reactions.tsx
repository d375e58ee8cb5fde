import { SmilePlus } from 'lucide-react';
import type { AwardEmoji } from '#api/types';
import { useCurrentUser } from '#data/current-user';
import { useAction } from '#lib/use-action';
import { Menu } from '../menu';

/** Reactions that the menu offers. */
const pictures: Record<string, string> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  tada: '🎉',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
  smile: '😄',
  confused: '😕',
};

interface ReactionsProps {
  awards: AwardEmoji[];
  /** Key of the query of the reactions. */
  queryKey: readonly unknown[];
  add: (name: string) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
}

/** Reactions with their counts; a click adds or removes that of the visitor. */
export function Reactions({ awards, queryKey, add, remove }: ReactionsProps) {
  const user = useCurrentUser();
  const { run, isBusy } = useAction(queryKey);
  const names = [...new Set(['thumbsup', 'thumbsdown', ...awards.map(({ name }) => name)])];
  const toggle = (name: string): void => {
    const own = awards.find((award) => award.name === name && award.user?.id === user?.id);
    void run(() => (own ? remove(own.id) : add(name)));
  };
  return (
    <div className="reactions" role="group" aria-label="Reactions">
      {names.map((name) => {
        const given = awards.filter((award) => award.name === name);
        const isOwn = given.some((award) => award.user?.id === user?.id);
        return (
          <button
            key={name}
            type="button"
            className="button button-small"
            aria-pressed={isOwn}
            aria-label={`${name}: ${given.length}`}
            title={given.map((award) => award.user?.name).join(', ') || name}
            disabled={!user || isBusy}
            onClick={() => toggle(name)}
          >
            <span aria-hidden="true">{pictures[name] ?? `:${name}:`}</span> {given.length}
          </button>
        );
      })}
      {user && (
        <Menu
          label="Add a reaction"
          startsLeft
          className="button button-small button-icon"
          button={<SmilePlus size={15} aria-hidden="true" />}
        >
          {Object.entries(pictures).map(([name, picture]) => (
            <button key={name} type="button" onClick={() => toggle(name)}>
              <span aria-hidden="true">{picture}</span>
              {name}
            </button>
          ))}
        </Menu>
      )}
    </div>
  );
}

/** Reactions to an item or to a comment. */
import { t } from '@lingui/core/macro';
import { SmilePlus } from 'lucide-react';
import { useCurrentUser } from '#data/current-user';
import { useReactions, type ReactionSource } from '#data/award-emoji';
import { useAction } from '#lib/use-action';
import { EmojiPicker, quickEmoji } from './emoji-picker';
import { useEmoji } from './use-emoji';
import styles from './items.module.css';

interface ReactionsProps {
  source: ReactionSource;
  /** Id of a comment; absent for the item itself. */
  note?: number;
}

/** Shown for an item without them. */
const offered = ['thumbsup', 'thumbsdown'];

/** Reactions with their counts; a click adds or removes that of the visitor. */
export function Reactions({ source, note }: ReactionsProps) {
  const user = useCurrentUser();
  const { data = [] } = useReactions(source);
  const { run, isBusy } = useAction(source.key);
  const awards = data.filter((award) =>
    note === undefined
      ? award.awardable_type !== 'Note'
      : award.awardable_type === 'Note' && award.awardable_id === note,
  );
  const names = [...new Set([...(note === undefined ? offered : []), ...awards.map(({ name }) => name)])];
  const emoji = useEmoji(names.some((name) => !(name in quickEmoji)));
  const toggle = (name: string): void => {
    const own = awards.find((award) => award.name === name && award.user?.id === user?.id);
    void run(() => (own ? source.remove(own.id, note) : source.add(name, note)));
  };
  if (note !== undefined && names.length === 0 && !user) return null;
  return (
    <div
      className={note === undefined ? styles.reactions : `${styles.reactions} ${styles.noteReactions}`}
      role="group"
      aria-label={t`Reactions`}
    >
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
            <span aria-hidden="true">{quickEmoji[name] ?? emoji?.[name] ?? `:${name}:`}</span> {given.length}
          </button>
        );
      })}
      {user && (
        <EmojiPicker
          label={t`Add a reaction`}
          button={<SmilePlus size={note === undefined ? 15 : 13} aria-hidden="true" />}
          choose={toggle}
        />
      )}
    </div>
  );
}

/** A menu of emoji with a search. */
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { matching } from '../editor/completion';
import { Menu } from '../menu';
import { useEmoji } from './use-emoji';
import styles from './items.module.css';

/** Emoji that the menu offers first. */
export const quickEmoji: Readonly<Record<string, string>> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  tada: '🎉',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
  smile: '😄',
  confused: '😕',
};

const MAX_SHOWN = 48;

interface EmojiPickerProps {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  choose: (name: string) => void;
}

/** Shows the button of the menu. */
export function EmojiPicker({ label, button, choose }: EmojiPickerProps) {
  const [search, setSearch] = useState('');
  const emoji = useEmoji(search !== '');
  const query = search.trim().toLowerCase();
  const shown =
    query === ''
      ? Object.entries(quickEmoji)
      : matching(Object.entries(emoji ?? {}), query, ([name]) => [name]).slice(0, MAX_SHOWN);
  return (
    <Menu label={label} startsLeft className="button button-small button-icon" button={button}>
      <input
        className="input"
        type="search"
        aria-label={t`Search emoji`}
        placeholder={t`Search emoji`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.emoji}>
        {shown.map(([name, picture]) => (
          <button key={name} type="button" aria-label={name} title={name} onClick={() => choose(name)}>
            <span aria-hidden="true">{picture}</span>
          </button>
        ))}
      </div>
    </Menu>
  );
}

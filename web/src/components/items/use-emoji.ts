import { useEffect, useState } from 'react';

/** All emoji by name, once they are loaded; undefined until then. */
export function useEmoji(isWanted: boolean): Readonly<Record<string, string>> | undefined {
  const [emoji, setEmoji] = useState<Readonly<Record<string, string>>>();
  useEffect(() => {
    let isCurrent = true;
    if (isWanted)
      void import('#lib/emoji')
        .then(({ emojiByName }) => isCurrent && setEmoji(emojiByName))
        // Names are shown instead.
        .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return emoji;
}

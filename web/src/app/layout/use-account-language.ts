import { useEffect } from 'react';
import { useCurrentUser } from '#data/current-user';
import { chooseLanguage } from '#language/chosen-language';

/** Shows the pages in the language that the account has chosen, perhaps in another browser. */
export function useAccountLanguage(): void {
  const chosen = useCurrentUser()?.preferred_language;
  useEffect(() => {
    if (chosen) chooseLanguage(chosen);
  }, [chosen]);
}

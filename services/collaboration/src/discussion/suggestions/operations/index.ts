import { applySuggestion } from './apply-suggestion';
import { applySuggestions } from './apply-suggestions';

export const suggestionOperations = [applySuggestion, applySuggestions];

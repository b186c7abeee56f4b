import { ja } from '../../../copy/ja.ts';
import { addLocale } from './add-locale.ts';

addLocale(
  ja,
  () => import('./ja-sayings.ts'),
  () => import('./ja-words.ts'),
);

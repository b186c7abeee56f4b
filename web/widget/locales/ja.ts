import { ja } from '../../../copy/ja/ja.ts';
import { addLocale } from './add-locale.ts';

addLocale(ja);

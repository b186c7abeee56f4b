// Applies the chosen light or dark theme before the page is drawn, to avoid a flash. Without a choice, the system's theme
// applies.

const KEY = 'manual-theme';
const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

const kept = localStorage.getItem(KEY);
let choice: Choice = CHOICES.find((one) => one === kept) ?? 'system';
document.documentElement.dataset.theme = choice;

addEventListener('DOMContentLoaded', () => {
  const button = document.createElement('button');
  button.type = 'button';
  const show = () => {
    button.textContent = `Theme: ${choice}`;
    document.documentElement.dataset.theme = choice;
  };
  button.onclick = () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? 'system';
    localStorage.setItem(KEY, choice);
    show();
  };
  show();
  document.querySelector('#tools')?.append(button);
});

/** The identity provider may know no verified address and no name. */
export function displayName({ id, email, name }: { id: string; email: string; name?: string | undefined }): string {
  return email || name || id;
}

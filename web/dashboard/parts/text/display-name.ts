/** The identity provider may have verified no address, and may know no name. */
export function displayName({ id, email, name }: { id: string; email: string; name?: string | undefined }): string {
  return email || name || id;
}

"""Makes the TLS certificate of the local CA's own HTTPS: tls-root.pem, tls.pem and tls-key.pem in the folder that is named."""

import datetime
import ipaddress
import os
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FOLDER = sys.argv[1]
NOW = datetime.datetime.now(datetime.timezone.utc)
VALID_UNTIL = NOW + datetime.timedelta(days=3650)


def builder(subject, issuer, key):
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW)
        .not_valid_after(VALID_UNTIL)
    )


def write(name, content):
    descriptor = os.open(os.path.join(FOLDER, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


ROOT_NAME = "Local ACME directory root"
root_key = ec.generate_private_key(ec.SECP256R1())
root = (
    builder(ROOT_NAME, ROOT_NAME, root_key)
    .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    .sign(root_key, hashes.SHA256())
)
key = ec.generate_private_key(ec.SECP256R1())
# The second is the DNS provider of the end-to-end tests, whom the stage trusts by the same root.
names = [
    x509.DNSName("localhost"),
    x509.DNSName("domainconnect.provider.test"),
    x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
]
certificate = (
    builder("Local ACME directory", ROOT_NAME, key)
    .add_extension(x509.SubjectAlternativeName(names), critical=False)
    .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    .sign(root_key, hashes.SHA256())
)
private_key = key.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
)
write("tls-key.pem", private_key)
write("tls.pem", pem(certificate))
# Last: the others are there when this one is.
write("tls-root.pem", pem(root))

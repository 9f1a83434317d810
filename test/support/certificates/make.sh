#!/bin/sh
# Creates the certificates of this folder with OpenSSL 3. They are only for tests on this machine and protect nothing.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

key() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$1"
}

# sign <file> <first day> <last day> <names>: creates a certificate for the servers' key, signed by the test authority
sign() {
  openssl req -new -key serverKey.pem -subj "/CN=$1" -out "$work/request.pem"
  printf 'subjectAltName=%s\nbasicConstraints=critical,CA:FALSE\n' "$4" > "$work/extensions"
  openssl ca -batch -notext -config "$work/config" -extfile "$work/extensions" \
    -startdate "$2" -enddate "$3" -in "$work/request.pem" -out "$1.pem"
}

key "$work/authorityKey.pem"
key serverKey.pem
openssl req -x509 -new -key "$work/authorityKey.pem" -days 36500 -subj '/CN=Assistant Chat test authority' \
  -addext 'keyUsage=critical,keyCertSign' -out authority.pem
openssl req -x509 -new -key serverKey.pem -days 36500 -subj '/CN=selfSigned' \
  -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -out selfSigned.pem

cat > "$work/config" <<END
[ca]
default_ca = test
[test]
database = $work/index
serial = $work/serial
new_certs_dir = $work
certificate = authority.pem
private_key = $work/authorityKey.pem
default_md = sha256
policy = names
[names]
commonName = supplied
END
: > "$work/index"
echo 01 > "$work/serial"

here='DNS:localhost,DNS:chat.example.test,IP:127.0.0.1'
sign valid 20250101000000Z 21250101000000Z "$here"
sign expired 20200101000000Z 20210101000000Z "$here"
sign notYetValid 21240101000000Z 21250101000000Z "$here"
sign otherHost 20250101000000Z 21250101000000Z 'DNS:other.example.test,DNS:*.elsewhere.example.test'

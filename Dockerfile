# A server in a container; see docs/howto/own-server.md. compose.yaml starts several over one database.
FROM python:3.12-slim
# HUSTINGS_COMMIT: $(git rev-parse HEAD), to be named in the version
ARG HUSTINGS_COMMIT=""
COPY . /source
RUN pip install --no-cache-dir '/source[fast,notices,postgres]' && rm -rf /source
RUN useradd --create-home table && install -d -o table /data
USER table
ENV HUSTINGS_DATA=/data HUSTINGS_LOG=json
VOLUME /data
CMD ["hustings", "serve", "--host", "0.0.0.0", "--port", "8420"]
